import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import type { Store, StoredSession } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeStore } from '../compose-store.ts';
import { visibleLine } from '../terminal/visible.ts';
import { printChangeSet } from './changes-list.ts';
import { readChangeSets, type KeptChangeSet } from './changes-read.ts';
import { showChangeSet } from './changes-show.ts';
import { findSession } from './find-session.ts';
import { readLimit } from './read-limit.ts';

/** Lists change sets, or shows one. A session that cannot be read is named with its failure and hides no other. */
export async function showChanges(call: CommandCall): Promise<Outcome> {
  const composed = await composeStore(call);
  if (!composed.ok) return composed;
  const { store } = composed.value;
  const limit = readLimit(call.options.get('limit'));
  if (!limit.ok) return limit;
  const sessions = await chooseSessions(call, store);
  if (!sessions.ok) return sessions;
  const id = call.arguments.get('ID');
  if (id !== undefined) return showOne(call, store, sessions.value, id);

  const { kept, isMore, failures } = await collectNewest(store, sessions.value, limit.value);
  for (const one of kept) {
    printChangeSet(call, one);
    await call.terminal.ready();
  }
  if (!call.json && kept.length === 0 && failures.length === 0)
    call.terminal.note('No files were changed here yet.');
  if (!call.json && isMore)
    call.terminal.note(`There are more than ${limit.value}; --limit shows more of them.`);
  return tellFailures(call, failures);
}

async function chooseSessions(call: CommandCall, store: Store): Promise<Result<readonly StoredSession[]>> {
  const named = call.options.get('session');
  if (named === undefined) return store.list();
  const session = await findSession(store, named);
  return session.ok ? succeed([session.value]) : session;
}

interface SessionFailure {
  readonly id: string;
  readonly error: RookError;
}

interface Collected {
  /** Newest first. */
  readonly kept: readonly KeptChangeSet[];
  readonly isMore: boolean;
  readonly failures: readonly SessionFailure[];
}

/** The clock of files is coarser than ours. */
const SLACK_MILLISECONDS = 2000;

/**
 * The newest change sets of all sessions. Sessions come newest first, so that it can stop at the first one that was last
 * changed before the oldest of those it has.
 */
async function collectNewest(
  store: Store,
  sessions: readonly StoredSession[],
  most: number,
): Promise<Collected> {
  const failures: SessionFailure[] = [];
  let kept: KeptChangeSet[] = [];
  let isMore = false;
  let oldest = -Infinity;
  for (const { id, changed } of sessions) {
    if (changed.getTime() + SLACK_MILLISECONDS < oldest) break;
    const read = await readChangeSets(store, id);
    if (!read.ok) {
      failures.push({ id, error: read.error });
      continue;
    }
    for (const one of read.value.toReversed()) kept.push(one);
    // Not after each session, so that the sorting stays small beside the reading.
    if (kept.length < (oldest === -Infinity ? most : 2 * most)) continue;
    isMore ||= kept.length > most;
    kept = newestOf(kept, most);
    oldest = Date.parse(kept.at(-1)?.entry.timestamp ?? '');
  }
  isMore ||= kept.length > most;
  return { kept: newestOf(kept, most), isMore, failures };
}

/** A sort keeps the order of equals, which are given newest first. */
function newestOf(sets: readonly KeptChangeSet[], most: number): KeptChangeSet[] {
  return sets.toSorted((one, other) => timeOf(other) - timeOf(one)).slice(0, most);
}

function timeOf({ entry }: KeptChangeSet): number {
  return Date.parse(entry.timestamp);
}

async function showOne(
  call: CommandCall,
  store: Store,
  sessions: readonly StoredSession[],
  id: string,
): Promise<Outcome> {
  if (id.trim() === '')
    return fail(rookError('usage', 'ID is empty; name a change set, or the end of its id.'));
  const failures: SessionFailure[] = [];
  const found: KeptChangeSet[] = [];
  for (const { id: session } of sessions) {
    const read = await readChangeSets(store, session);
    if (!read.ok) failures.push({ id: session, error: read.error });
    else found.push(...read.value.filter(({ entry }) => entry.change_set_id.endsWith(id)));
  }
  const exact = found.filter(({ entry }) => entry.change_set_id === id);
  const meant = exact.length > 0 ? exact : found;
  const [only] = meant;
  if (meant.length > 1) {
    const sentence = `${id} may be ${meant.length} change sets; give more of the id, or its session with --session.`;
    return fail(rookError('ambiguous', sentence));
  }
  if (only !== undefined) return showChangeSet(call, store, only);
  const told = tellFailures(call, failures);
  return told.ok
    ? fail(rookError('not_found', `There is no change set ${id}; \`rook changes\` lists them.`))
    : told;
}

function tellFailures({ terminal, json }: CommandCall, failures: readonly SessionFailure[]): Outcome {
  for (const { id, error } of failures) {
    if (json) terminal.printJson({ session: id, error });
    else terminal.note({ text: id, style: 'bold' }, `  ${visibleLine(error.message)}`);
  }
  const [first] = failures;
  return first === undefined ? succeed(undefined) : { ...fail(first.error), told: true };
}
