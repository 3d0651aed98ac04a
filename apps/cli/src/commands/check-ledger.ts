import { inspectLedger } from '@rook/engine';

import { lookIfGoverned } from '../compose-intents.ts';
import type { StoreComposition } from '../compose-store.ts';
import { inspectWorkspaceFolder, openLedger } from '../compose.ts';
import type { Finding } from './health.ts';

/** Whether the ledger of a governed workspace can be written, and has all that the journals say. Nothing is written. */
export async function checkLedger(composition: StoreComposition): Promise<readonly Finding[]> {
  const { folders, store, settings } = composition;
  if (folders.workspaceFolder === null || !(await lookIfGoverned(composition))) return [];
  // Where no session was ever kept, there is nothing to trace, and nothing is left behind.
  const own = inspectWorkspaceFolder(folders.workspaceFolder);
  if (!own.ok || own.value === 'missing') return [];
  const name = 'ledger';
  const file = openLedger(folders);
  const found = await inspectLedger({ file, store });
  const isStrict = settings.values['governance.trace'] === 'strict';
  if (!found.ok)
    return [
      {
        name,
        state: isStrict ? 'bad' : 'warning',
        finding: `Trace degraded mode: ${found.error.message}`,
        advice: isStrict
          ? 'Nothing but reading is allowed until it can be written.'
          : 'The journal has it all; the next turn catches up when it can be written.',
      },
    ];
  const { lines, missing, unreadable } = found.value;
  const torn = unreadable === 0 ? '' : `, ${unreadable} not readable`;
  if (missing > 0) {
    const advice = 'The next turn in this workspace writes them.';
    return [{ name, state: 'warning', finding: `${lines} lines, ${missing} missing${torn}`, advice }];
  }
  return [{ name, state: unreadable === 0 ? 'good' : 'warning', finding: `${lines} lines, complete${torn}` }];
}
