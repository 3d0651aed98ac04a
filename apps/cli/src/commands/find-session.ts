import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { Store, StoredSession } from '@rook/engine';

/** The session that was meant: its id or a part that only one has; the one changed last when none is named. */
export async function findSession(store: Store, text: string | undefined): Promise<Result<StoredSession>> {
  const listed = await store.list();
  if (!listed.ok) return listed;
  const [latest] = listed.value;
  if (latest === undefined) return fail(rookError('not_found', 'There is no session here yet.'));
  if (text === undefined) return succeed(latest);
  const matches = listed.value.filter(({ id }) => id === text || id.includes(text));
  const exact = matches.find(({ id }) => id === text) ?? (matches.length === 1 ? matches[0] : undefined);
  if (exact !== undefined) return succeed(exact);
  if (matches.length === 0) {
    return fail(
      rookError('not_found', `There is no session ${text}; \`rook session list\` shows those there are.`),
    );
  }
  return fail(rookError('ambiguous', `${text} is part of ${matches.length} session ids; give more of it.`));
}
