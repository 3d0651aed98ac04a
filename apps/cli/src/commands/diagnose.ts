import { fail, rookError, succeed, type Result } from '@rook/contract';
import { MOST_BUFFERED } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import type { Style } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { checkHealth, checkJournal, type JournalHealth } from './check-health.ts';
import { writeBundle } from './diagnose-bundle.ts';
import type { Health } from './health.ts';
import { recordHealth, type HealthRecord } from './record-health.ts';

const MARKS: Record<Health['state'], readonly [string, Style]> = {
  good: ['✅', 'green'],
  warning: ['⚠️', 'yellow'],
  bad: ['❌', 'red'],
  not_checked: ['–', 'dim'],
  not_applicable: ['–', 'dim'],
};
const RULE = '='.repeat(40);
const NOTHING_RECORDED: HealthRecord = { session: null, failure: null, buffered: 0 };

/**
 * Says what was measured, and says of the rest that it was not. Fails when a check failed. Where sessions are kept
 * already, the check is written down as an entry; where they are not, nothing is left behind.
 */
export async function diagnose(call: CommandCall): Promise<Result<void>> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const journal = await checkJournal(composed.value);
  const record = journal.inUse
    ? await recordHealth(call, composed.value, journal.health.state === 'good')
    : NOTHING_RECORDED;
  const checks = await checkHealth(call, composed.value, judgeJournal(journal, record));
  const asked = call.switches.has('bundle') || call.options.has('bundle');
  const bundle = asked ? await writeBundle(call, composed.value, checks) : undefined;
  const bad = checks.filter(({ state }) => state === 'bad');
  if (call.json) {
    const written = bundle?.ok === true ? { bundle: bundle.value } : {};
    call.terminal.printJson({ healthy: bad.length === 0, checks, session: record.session, ...written });
  } else {
    printChecks(call, checks, record);
    if (bundle?.ok === true) {
      const { path, bytes, holds } = bundle.value;
      call.terminal.print(`Wrote ${path} (${bytes} bytes): ${holds}.`);
      call.terminal.print('Secrets were taken out. Read it before you give it to anybody.');
    }
  }
  if (bundle?.ok === false) return bundle;
  const [first] = bad;
  if (first === undefined) return succeed(undefined);
  const others = bad.length === 1 ? '' : ` (and ${bad.length - 1} more)`;
  const reason = first.advice === undefined ? '' : `: ${first.advice}`;
  return fail(rookError('unhealthy', `${first.label}: ${first.finding}${reason}${others}`));
}

/** What was tried counts: a place that seemed writable is not if the entry could not be written there. */
function judgeJournal({ health }: JournalHealth, record: HealthRecord): Health {
  if (record.failure === null || health.state === 'bad') return health;
  return { ...health, state: 'bad', finding: 'NOT WRITABLE', advice: record.failure };
}

function printChecks(
  { terminal, brand }: CommandCall,
  checks: readonly Health[],
  record: HealthRecord,
): void {
  terminal.print({ text: `${brand.title} Health Check`, style: 'bold' });
  terminal.print(RULE);
  terminal.print('');
  for (const { name, label, state, finding, advice } of checks) {
    const [mark, style] = MARKS[state];
    terminal.print(
      { text: `${mark} `, style },
      { text: `${label}:`, style: 'bold' },
      ` ${visibleLine(finding)}`,
    );
    if (advice !== undefined) terminal.print(`   ${visibleLine(advice)}`);
    if (name === 'journal' && record.buffered > 0)
      terminal.print({ text: `   ⚠️ Buffered events: ${record.buffered}/${MOST_BUFFERED}`, style: 'yellow' });
  }
  terminal.print('');
  if (record.session !== null) terminal.print({ text: `Recorded in ${record.session}.`, style: 'dim' });
  terminal.print('Health check complete.');
}
