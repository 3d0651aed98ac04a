import { fail, succeed, type Result, type RookError, type SessionId } from '@rook/contract';
import { createHistoryFold, type History, type Store, type StoredSession } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { visibleLine } from '../terminal/visible.ts';
import { judgeRows } from './changes-judge.ts';
import { printChangeSet } from './changes-list.ts';
import { readChangeSets, type ChangeSetRow } from './changes-read.ts';
import { showChangeSet } from './changes-show.ts';
import { chooseChangeSets, noChangeSet, refuseEmptyId, severalChangeSets } from './find-change-set.ts';
import { findSession } from './find-session.ts';
import { readLimit } from './read-limit.ts';
import { loadUnfinished, tellUnfinished } from './tell-unfinished.ts';

/** Lists change sets, or shows one. A session that cannot be read is named with its failure and hides no other. */
export async function showChanges(call: CommandCall): Promise<Outcome> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  const limit = readLimit(call.options.get('limit'));
  if (!limit.ok) return limit;
  const only = await chooseSession(call, store);
  if (!only.ok) return only;
  const sessions = await store.list();
  if (!sessions.ok) return sessions;
  const wish = { sessions: sessions.value, only: only.value };
  const id = call.arguments.get('ID');
  if (id !== undefined) return showOne(call, store, wish, id);

  const { rows, history, isMore, failures } = await collectNewest(store, wish, limit.value);
  const kept = await judgeRows(store, history, rows);
  for (const one of kept) {
    printChangeSet(call, one);
    await call.terminal.ready();
  }
  const unfinished = await loadUnfinished(store, only.value);
  tellUnfinished(call, unfinished);
  if (!call.json && kept.length === 0 && failures.length === 0 && unfinished.length === 0)
    call.terminal.note('No files were changed here yet.');
  if (!call.json && kept.some(({ status }) => status === 'open'))
    call.terminal.note('? is left open; `rook rewind` settles it before it asks anything.');
  if (!call.json && isMore)
    call.terminal.note(`There are more than ${limit.value}; --limit shows more of them.`);
  return tellFailures(call, failures);
}

async function chooseSession(call: CommandCall, store: Store): Promise<Result<SessionId | null>> {
  const named = call.options.get('session');
  if (named === undefined) return succeed(null);
  const session = await findSession(store, named);
  return session.ok ? succeed(session.value.id) : session;
}

interface SessionFailure {
  readonly id: string;
  readonly error: RookError;
}

interface Wish {
  /** All of them, newest first: also what is not listed may have undone what is. */
  readonly sessions: readonly StoredSession[];
  /** The one that is listed; null: all. */
  readonly only: SessionId | null;
}

interface Collected {
  /** Newest first. */
  readonly rows: readonly ChangeSetRow[];
  readonly history: History;
  readonly isMore: boolean;
  readonly failures: readonly SessionFailure[];
}

/** The clock of files is coarser than ours. */
const SLACK_MILLISECONDS = 2000;

/**
 * The newest change sets of all sessions. Sessions come newest first, so that it can stop at the first one that was last
 * changed before the oldest of those it has; what undid one of them is newer than that.
 */
async function collectNewest(store: Store, { sessions, only }: Wish, most: number): Promise<Collected> {
  const failures: SessionFailure[] = [];
  const fold = createHistoryFold();
  let rows: ChangeSetRow[] = [];
  let isMore = false;
  let oldest = -Infinity;
  for (const { id, changed } of sessions) {
    const isOlder = changed.getTime() + SLACK_MILLISECONDS < oldest;
    // From here on it only matters whether there is one more.
    if (isOlder && isMore) break;
    const read = await readChangeSets(store, id, isOlder ? createHistoryFold() : fold);
    if (!read.ok) {
      if (only === null || only === id) failures.push({ id, error: read.error });
      continue;
    }
    if (only !== null && only !== id) continue;
    if (isOlder) isMore ||= read.value.length > 0;
    if (isOlder) continue;
    for (const one of read.value.toReversed()) rows.push(one);
    // Not after each session, so that the sorting stays small beside the reading.
    if (rows.length < (oldest === -Infinity ? most : 2 * most)) continue;
    isMore ||= rows.length > most;
    rows = newestOf(rows, most);
    oldest = timeOf(rows.at(-1));
  }
  isMore ||= rows.length > most;
  return { rows: newestOf(rows, most), history: fold.history(), isMore, failures };
}

/** A sort keeps the order of equals, which are given newest first. */
function newestOf(rows: readonly ChangeSetRow[], most: number): ChangeSetRow[] {
  return rows
    .map((row) => ({ row, time: timeOf(row) }))
    .toSorted((one, other) => other.time - one.time)
    .slice(0, most)
    .map(({ row }) => row);
}

function timeOf(row: ChangeSetRow | undefined): number {
  return Date.parse(row?.timestamp ?? '');
}

async function showOne(
  call: CommandCall,
  store: Store,
  { sessions, only }: Wish,
  id: string,
): Promise<Outcome> {
  const empty = refuseEmptyId(id);
  if (empty !== null) return fail(empty);
  const failures: SessionFailure[] = [];
  const found: ChangeSetRow[] = [];
  const fold = createHistoryFold();
  for (const { id: session } of sessions) {
    const read = await readChangeSets(store, session, fold);
    if (!read.ok) failures.push({ id: session, error: read.error });
    else if (only === null || only === session)
      found.push(...read.value.filter((row) => row.id.endsWith(id)));
  }
  const meant = chooseChangeSets(found, id);
  if (meant.length > 1) return fail(severalChangeSets(id, meant));
  const [kept] = await judgeRows(store, fold.history(), meant);
  if (kept !== undefined) return showChangeSet(call, store, kept);
  const told = tellFailures(call, failures);
  return told.ok ? fail(noChangeSet(id)) : told;
}

function tellFailures({ terminal, json }: CommandCall, failures: readonly SessionFailure[]): Outcome {
  for (const { id, error } of failures) {
    if (json) terminal.printJson({ session: id, error });
    else terminal.note({ text: id, style: 'bold' }, `  ${visibleLine(error.message)}`);
  }
  const [first] = failures;
  return first === undefined ? succeed(undefined) : { ...fail(first.error), told: true };
}
