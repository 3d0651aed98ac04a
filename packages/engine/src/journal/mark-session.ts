import {
  fail,
  rookError,
  succeed,
  turnIdSchema,
  type EntryOf,
  type Result,
  type SessionDocument,
  type TurnId,
} from '@rook/contract';

import { actionIdAfter, turnIdAfter } from './create-ids.ts';
import type { Journal } from './open-journal.ts';
import { writtenEntry } from './written-entry.ts';

/** Ids of actions have nine digits at most. */
const MOST_ACTIONS = 999_999_999;

/** Tags a turn, the last one when none is named; answers with what was written. */
export async function tagTurn(
  journal: Journal,
  { turn, tags, note }: { readonly turn?: string; readonly tags: readonly string[]; readonly note?: string },
): Promise<Result<EntryOf<'tag'>>> {
  const found = findTurn(journal, turn);
  if (!found.ok) return found;
  const fields = { turn_id: found.value, tags: [...tags], ...(note === undefined ? {} : { note }) };
  const written = await journal.append([{ event_type: 'tag', ...fields }]);
  return written.ok ? writtenEntry(written.value, 'tag') : written;
}

/** Writes down what a person found wrong in a turn, beside the bugs that are found without them. */
export async function reportBug(
  journal: Journal,
  {
    turn,
    type,
    description,
  }: { readonly turn?: string; readonly type: string; readonly description: string },
): Promise<Result<EntryOf<'bug_recorded'>>> {
  const found = findTurn(journal, turn);
  if (!found.ok) return found;
  const written = await journal.append([
    { event_type: 'bug_recorded', type, by: 'user', description, turn_id: found.value },
  ]);
  return written.ok ? writtenEntry(written.value, 'bug_recorded') : written;
}

export interface WantedAction {
  readonly turn?: string;
  readonly title: string;
  readonly details?: string;
  readonly tags?: readonly string[];
}

/** Creates an open action about a turn; answers with what was written. */
export async function createAction(
  journal: Journal,
  wanted: WantedAction,
): Promise<Result<EntryOf<'action'>>> {
  const found = findTurn(journal, wanted.turn);
  if (!found.ok) return found;
  const { actions } = journal.state();
  if (actions >= MOST_ACTIONS)
    return fail(rookError('invalid_value', 'This session has no number left for an action; begin another.'));
  const id = actionIdAfter(actions);
  const written = await journal.append([
    {
      event_type: 'action',
      action_id: id,
      turn_id: found.value,
      title: wanted.title,
      status: 'open',
      ...(wanted.details === undefined ? {} : { details: wanted.details }),
      ...(wanted.tags === undefined ? {} : { tags: [...wanted.tags] }),
    },
  ]);
  return written.ok ? writtenEntry(written.value, 'action') : written;
}

/** Gives an action another status by a further entry of it; nothing that was written changes. */
export async function changeAction(
  journal: Journal,
  document: SessionDocument,
  { id, status }: { readonly id: string; readonly status: EntryOf<'action'>['status'] },
): Promise<Result<void>> {
  const action = document.actions.find((known) => known.id === id);
  if (action === undefined) return fail(rookError('not_found', `There is no action ${id} in this session.`));
  const { turnId, title, details, tags } = action;
  const written = await journal.append([
    {
      event_type: 'action',
      action_id: action.id,
      turn_id: turnId,
      title,
      status,
      ...(details === null ? {} : { details }),
      tags,
    },
  ]);
  return written.ok ? succeed(undefined) : written;
}

function findTurn(journal: Journal, turn: string | undefined): Result<TurnId> {
  const { turns } = journal.state();
  if (turns === 0) {
    return fail(rookError('not_found', 'There is no turn in this session yet; start a conversation first.'));
  }
  if (turn === undefined) return succeed(turnIdAfter(turns - 1));
  const parsed = turnIdSchema.safeParse(turn);
  if (parsed.success && Number(parsed.data.slice(1)) >= 1 && Number(parsed.data.slice(1)) <= turns) {
    return succeed(parsed.data);
  }
  return fail(
    rookError('not_found', `There is no turn ${turn}; this session has t0001 to ${turnIdAfter(turns - 1)}.`),
  );
}
