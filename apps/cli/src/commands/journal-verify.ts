import { fail, rookError, succeed, type Result } from '@rook/contract';
import { verifySession, type StoredSession, type Verification } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { findSession } from './find-session.ts';

const REASONS = new Map([
  ['altered', 'this line was changed'],
  ['order', 'a line is missing, doubled or moved here'],
  ['unreadable', 'a line is no entry and nothing explains it'],
  ['foreign', 'a line belongs to another session'],
  ['cut', 'the end is missing: the anchor knows more'],
  ['rewritten', 'the file was written anew: the anchor knows other lines'],
]);

/** Proves sessions from their files and anchors. Under `--json` the verdicts alone are printed. */
export async function verifyJournal(call: CommandCall): Promise<Outcome> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  const chosen = await chooseSessions(call, composed.value.store);
  if (!chosen.ok) return chosen;

  const sessions: Verification[] = [];
  for (const { id } of chosen.value) {
    const verified = await verifySession(store, id);
    if (!verified.ok) return verified;
    sessions.push(verified.value);
    if (!call.json) printVerdict(call, verified.value);
  }
  if (call.json) call.terminal.printJson({ sessions });
  if (!call.json && sessions.length === 0) call.terminal.note('There is no session here yet.');
  const bad = sessions.filter(({ ok }) => !ok);
  const [first] = bad;
  if (first === undefined) return succeed(undefined);
  const sentence = `${bad.length} of ${sessions.length} sessions cannot be trusted, the first is ${first.id}.`;
  return { ...fail(rookError('not_verified', sentence)), told: call.json };
}

async function chooseSessions(
  call: CommandCall,
  store: Parameters<typeof findSession>[0],
): Promise<Result<readonly StoredSession[]>> {
  const named = call.arguments.get('SESSION');
  if (named === undefined) return store.list();
  const session = await findSession(store, named);
  return session.ok ? succeed([session.value]) : session;
}

function printVerdict({ terminal }: CommandCall, verdict: Verification): void {
  const { id, entries, ok, anchored, torn, firstBadLine, reason = '' } = verdict;
  const mark = ok ? ({ text: '✓ ', style: 'green' } as const) : ({ text: '✗ ', style: 'red' } as const);
  terminal.print(mark, { text: id, style: 'bold' }, `  ${entries} entries`);
  if (!ok) terminal.print(`    line ${firstBadLine ?? 0}: ${REASONS.get(reason) ?? reason} (${reason})`);
  if (!anchored) terminal.print('    no anchor: that its end was not cut cannot be shown');
  if (torn.length > 0) terminal.print(`    torn by a crash: line ${torn.join(', ')}; nothing else was lost`);
}
