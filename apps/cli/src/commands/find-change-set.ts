import {
  changeSetIdSchema,
  fail,
  rookError,
  succeed,
  type ChangeSetId,
  type Result,
  type RookError,
  type SessionId,
} from '@rook/contract';
import { createHistoryFold, type Store } from '@rook/engine';

import { readChangeSets, type ChangeSetRow } from './changes-read.ts';

/** Those that may be meant: the one of this id, else all whose id ends so. */
export function chooseChangeSets(rows: readonly ChangeSetRow[], id: string): readonly ChangeSetRow[] {
  const exact = rows.filter((row) => row.id === id);
  return exact.length > 0 ? exact : rows.filter((row) => row.id.endsWith(id));
}

export function refuseEmptyId(id: string): RookError | null {
  return id.trim() === ''
    ? rookError('usage', 'ID is empty; name a change set, or the end of its id.')
    : null;
}

export function noChangeSet(id: string): RookError {
  return rookError('not_found', `There is no change set ${id}; \`rook changes\` lists those there are.`);
}

const MOST_NAMED = 5;

export function severalChangeSets(id: string, meant: readonly ChangeSetRow[]): RookError {
  const names = meant
    .slice(0, MOST_NAMED)
    .map((row) => `${row.id} of ${row.session} (${row.timestamp})`)
    .join('; ');
  const more = meant.length > MOST_NAMED ? `; and ${meant.length - MOST_NAMED} more` : '';
  const sentence = `${id} may be ${meant.length} change sets: ${names}${more}. Give more of the id, or its session with --session.`;
  return rookError('ambiguous', sentence);
}

/** The change set of this id, or the one whose id ends so. A session that cannot be read hides those of no other. */
export async function findChangeSet(
  store: Pick<Store, 'list' | 'read'>,
  id: string,
  only: SessionId | undefined,
): Promise<Result<ChangeSetId>> {
  const whole = changeSetIdSchema.safeParse(id);
  if (whole.success) return succeed(whole.data);
  const empty = refuseEmptyId(id);
  if (empty !== null) return fail(empty);
  const sessions = await store.list();
  if (!sessions.ok) return sessions;
  const rows: ChangeSetRow[] = [];
  for (const { id: session } of sessions.value) {
    if (only !== undefined && only !== session) continue;
    const read = await readChangeSets(store, session, createHistoryFold());
    if (read.ok) rows.push(...read.value);
  }
  const meant = chooseChangeSets(rows, id);
  if (meant.length > 1) return fail(severalChangeSets(id, meant));
  const found = changeSetIdSchema.safeParse(meant[0]?.id);
  return found.success ? succeed(found.data) : fail(noChangeSet(id));
}
