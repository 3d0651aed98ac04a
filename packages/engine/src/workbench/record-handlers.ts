import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';

import { createAction, tagTurn } from '../journal/mark-session.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { HeldSessions } from './held-sessions.ts';
import type { CallHandlers, WorkbenchSetup } from './workbench-setup.ts';

interface Parts {
  readonly setup: WorkbenchSetup;
  readonly held: HeldSessions;
}

/** What a person adds to the record. */
export function createRecordHandlers(parts: Parts): Pick<CallHandlers, 'turn_tag' | 'action_create'> {
  return {
    turn_tag: async ({ session, ...wanted }) => {
      const tagged = await mark(parts, session, async (journal) => tagTurn(journal, wanted));
      return tagged.ok ? succeed({ turn: tagged.value.turn_id, tags: tagged.value.tags }) : tagged;
    },
    action_create: async ({ session, ...wanted }) => {
      const created = await mark(parts, session, async (journal) => createAction(journal, wanted));
      if (!created.ok) return created;
      const { action_id: action, turn_id: turn, title } = created.value;
      return succeed({ action, turn, title });
    },
  };
}

/** There is one writer for a session: while a turn of it runs here, that is the turn. */
async function mark<Value>(
  { setup, held }: Parts,
  session: SessionId,
  write: (journal: Journal) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const inUse = fail(
    rookError(
      'session_in_use',
      'A turn of this session runs, or a command in its background; do it when that is over.',
    ),
  );
  if (!(await held.release(session))) return inUse;
  const marked: { result: Result<Value> } = { result: inUse };
  const done = await setup.withJournal(session, async (journal) => {
    marked.result = await write(journal);
    return marked.result.ok ? succeed(undefined) : marked.result;
  });
  return done.ok ? marked.result : done;
}
