import { measureActivation } from './activation.ts';
import { measureChanges } from './changes.ts';
import { measureCommands } from './commands.ts';
import { measureContext } from './context.ts';
import { measureEdits } from './edits.ts';
import { measureGate } from './gate.ts';
import { measureHistory } from './history.ts';
import { measureJournal } from './journal.ts';
import { describeMeasurement, isGood } from './measurement.ts';
import { measureModels } from './models.ts';
import { measureRedaction } from './redaction.ts';
import { measureReplies } from './replies.ts';
import { measureSearch } from './search.ts';
import { measureShell } from './shell.ts';
import { measureStartup } from './startup.ts';
import { measureTurn } from './turn.ts';
import { measureWorkbench } from './workbench.ts';

/** Measures everything and fails when a ratio is over its limit. */
const measurements = [
  ...measureStartup(),
  ...measureActivation(),
  ...(await measureJournal()),
  ...measureRedaction(),
  ...measureReplies(),
  ...(await measureSearch()),
  ...(await measureModels()),
  ...measureContext(),
  ...(await measureCommands()),
  ...(await measureTurn()),
  ...(await measureChanges()),
  ...measureEdits(),
  ...(await measureGate()),
  ...(await measureHistory()),
  ...(await measureShell()),
  ...(await measureWorkbench()),
];
for (const measurement of measurements) process.stdout.write(`${describeMeasurement(measurement)}\n`);
const over = measurements.filter((measurement) => !isGood(measurement));
process.stdout.write(`${measurements.length - over.length} within their limit, ${over.length} over\n`);
process.exitCode = over.length === 0 ? 0 : 1;
