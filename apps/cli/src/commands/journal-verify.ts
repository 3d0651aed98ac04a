import { fail, rookError, succeed, type Result, type RookError, type SessionId } from '@rook/contract';
import { verifySession, type Store, type StoredSession, type Verification } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { visibleLine } from '../terminal/visible.ts';
import { findSession } from './find-session.ts';

const REASONS = new Map([
  ['altered', 'this line was changed'],
  ['order', 'a line is missing, doubled or moved here'],
  ['unreadable', 'a line is no entry and nothing explains it'],
  ['foreign', 'a line belongs to another session'],
  ['cut', 'the end is missing: the anchor knows more'],
  ['rewritten', 'the file was written anew: the anchor knows other lines'],
]);

/**
 * Proves sessions from their files and anchors; one that cannot be read has a verdict too. Under `--json`
 * the verdicts alone are printed.
 */
export async function verifyJournal(call: CommandCall): Promise<Outcome> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  const chosen = await chooseSessions(call, store);
  if (!chosen.ok) return chosen;

  const sessions: Verification[] = [];
  for (const { id } of chosen.value) {
    const verified = await verifySession(store, id);
    const verdict = verified.ok ? verified.value : await unproven(store, id);
    sessions.push(verdict);
    if (call.json) continue;
    if (verified.ok) printVerdict(call, verdict);
    else printFailure(call, verdict, verified.error);
  }
  const vanished = call.arguments.has('SESSION') ? succeed([]) : await findVanished(store, chosen.value);
  if (!vanished.ok) return vanished;
  for (const id of vanished.value) {
    const verdict = { id, entries: 0, ok: false, anchored: true, torn: [], reason: 'missing' };
    sessions.push(verdict);
    if (!call.json) printFailure(call, verdict, rookError('not_found', MISSING));
  }
  if (call.json) call.terminal.printJson({ sessions });
  if (!call.json && sessions.length === 0) call.terminal.note('There is no session here yet.');
  const bad = sessions.filter(({ ok }) => !ok);
  const [first] = bad;
  if (first === undefined) return succeed(undefined);
  const sentence = `${bad.length} of ${sessions.length} sessions cannot be trusted, the first is ${first.id}.`;
  return { ...fail(rookError('not_verified', sentence)), told: call.json };
}

const MISSING =
  'Its journal is gone or is no plain file, although it is neither in the trash nor was purged.';

/** Sessions of which an anchor says that they were here. */
async function findVanished(
  store: Store,
  listed: readonly StoredSession[],
): Promise<Result<readonly SessionId[]>> {
  const [anchored, trashed] = [await store.anchors.list(), await store.listTrash()];
  if (!anchored.ok) return anchored;
  if (!trashed.ok) return trashed;
  const here = new Set([...listed, ...trashed.value].map(({ id }) => id));
  return succeed(anchored.value.filter((id) => !here.has(id)));
}

/** What can be said of a session whose file or anchor cannot be read. */
async function unproven(store: Store, id: SessionId): Promise<Verification> {
  const anchor = await store.anchors.get(id);
  const reason = anchor.ok ? 'unreadable' : 'anchor_damaged';
  return { id, entries: 0, ok: false, anchored: false, torn: [], reason };
}

async function chooseSessions(call: CommandCall, store: Store): Promise<Result<readonly StoredSession[]>> {
  const named = call.arguments.get('SESSION');
  if (named === undefined) return store.list();
  const session = await findSession(store, named);
  return session.ok ? succeed([session.value]) : session;
}

function printFailure({ terminal }: CommandCall, { id, reason = '' }: Verification, error: RookError): void {
  terminal.print({ text: '✗ ', style: 'red' }, { text: id, style: 'bold' });
  terminal.print(`    ${visibleLine(error.message)} (${reason})`);
}

function printVerdict({ terminal }: CommandCall, verdict: Verification): void {
  const { id, entries, ok, anchored, torn, firstBadLine, reason = '' } = verdict;
  const mark = ok ? ({ text: '✓ ', style: 'green' } as const) : ({ text: '✗ ', style: 'red' } as const);
  terminal.print(mark, { text: id, style: 'bold' }, `  ${entries} entries`);
  if (!ok) terminal.print(`    line ${firstBadLine ?? 0}: ${REASONS.get(reason) ?? reason} (${reason})`);
  if (!anchored) terminal.print('    no anchor: that its end was not cut cannot be shown');
  if (torn.length > 0) terminal.print(`    torn by a crash: line ${torn.join(', ')}; nothing else was lost`);
}
