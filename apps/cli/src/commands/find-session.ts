import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { Store, StoredSession } from '@rook/engine';

/** The session that was meant: its id or a part that only one has; the one changed last when none is named. */
export async function findSession(
  store: Pick<Store, 'list'>,
  text: string | undefined,
): Promise<Result<StoredSession>> {
  const listed = await store.list();
  return listed.ok ? chooseSession(listed.value, text, '`rook session list` shows those there are') : listed;
}

/** The same among those in the trash. */
export async function findTrashed(
  store: Pick<Store, 'listTrash'>,
  text: string | undefined,
): Promise<Result<StoredSession>> {
  const listed = await store.listTrash();
  if (!listed.ok) return listed;
  if (listed.value.length === 0) return fail(rookError('not_found', 'The trash is empty.'));
  return chooseSession(listed.value, text, '`rook session list --trash` shows those in the trash');
}

function chooseSession(
  sessions: readonly StoredSession[],
  text: string | undefined,
  advice: string,
): Result<StoredSession> {
  // A script whose variable is empty means nothing at all, least of all the only session.
  if (text?.trim() === '')
    return fail(rookError('usage', 'SESSION is empty; name a session, or a part of its id.'));
  const [latest] = sessions;
  if (latest === undefined) return fail(rookError('not_found', 'There is no session here yet.'));
  if (text === undefined) return succeed(latest);
  const matches = sessions.filter(({ id }) => id === text || id.includes(text));
  const exact = matches.find(({ id }) => id === text) ?? (matches.length === 1 ? matches[0] : undefined);
  if (exact !== undefined) return succeed(exact);
  if (matches.length === 0) return fail(rookError('not_found', `There is no session ${text}; ${advice}.`));
  return fail(rookError('ambiguous', `${text} is part of ${matches.length} session ids; give more of it.`));
}
