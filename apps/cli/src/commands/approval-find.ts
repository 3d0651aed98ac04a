import { fail, rookError, succeed, type Result, type RookError, type SessionId } from '@rook/contract';
import { isOpen, listApprovals, loadSeal, type AskedApproval } from '@rook/engine';

import type { CommandCall } from '../command.ts';
import type { StoreComposition } from '../compose-store.ts';
import { openSealKey } from '../compose.ts';
import { findSession } from './find-session.ts';

export interface FoundApproval {
  readonly session: SessionId;
  readonly approval: AskedApproval;
}

export interface FoundApprovals {
  /** The oldest first. */
  readonly approvals: readonly FoundApproval[];
  /** Sessions that could not be read. */
  readonly failures: readonly { readonly session: SessionId; readonly error: RookError }[];
}

/** The questions of this workspace, or of the session that `--session` names. */
export async function findApprovals(
  { options }: CommandCall,
  { store, folders }: Pick<StoreComposition, 'store' | 'folders'>,
): Promise<Result<FoundApprovals>> {
  const seal = await loadSeal(openSealKey(folders));
  if (!seal.ok) return seal;
  const named = options.get('session');
  const chosen = named === undefined ? await store.list() : await findSession(store, named);
  if (!chosen.ok) return chosen;
  const sessions = 'id' in chosen.value ? [chosen.value] : chosen.value;
  const approvals: FoundApproval[] = [];
  const failures: { session: SessionId; error: RookError }[] = [];
  for (const { id: session } of sessions) {
    const listed = await listApprovals(store, session, seal.value);
    if (listed.ok) approvals.push(...listed.value.map((approval) => ({ session, approval })));
    else failures.push({ session, error: listed.error });
  }
  const timeOf = ({ approval }: FoundApproval) => Date.parse(approval.asked.timestamp);
  return succeed({ approvals: approvals.toSorted((one, other) => timeOf(one) - timeOf(other)), failures });
}

/** The one that was meant: its id, or a beginning or an end that only one has. One that is open goes first. */
export function chooseApproval(found: readonly FoundApproval[], id: string): Result<FoundApproval> {
  const wanted = id.trim();
  if (wanted === '')
    return fail(rookError('usage', 'ID is empty; `rook approval list` shows those there are.'));
  const idOf = ({ approval }: FoundApproval) => approval.asked.approval_id;
  const exact = found.filter((one) => idOf(one) === wanted);
  // The beginning that all have says nothing.
  const isPart = /[0-9a-f]{3}/u.test(wanted);
  const part = found.filter((one) => isPart && (idOf(one).startsWith(wanted) || idOf(one).endsWith(wanted)));
  const matches = exact.length > 0 ? exact : part;
  const open = matches.filter(({ approval }) => isOpen(approval));
  const meant = open.length > 0 ? open : matches;
  const [first] = meant;
  if (first === undefined)
    return fail(
      rookError(
        'not_found',
        `There is no question ${wanted}; \`rook approval list\` shows those that are open.`,
      ),
    );
  if (meant.length === 1) return succeed(first);
  const sentence = `${wanted} is part of ${meant.length} questions; give more of it, or the session with --session.`;
  return fail(rookError('ambiguous', sentence));
}
