import { describePermissions, warnOfChanges, type Entry, type EntryOf } from '@rook/contract';

import { changeLast, changeTurn, type ConversationDraft } from './conversation-draft.ts';
import type { ChangedFile, ChangeView, TurnView } from './conversation.ts';
import { readFailure } from './fold-turn.ts';

type ChangeEntry = EntryOf<'change_set_started' | 'change_set_applied' | 'change_set_refused'>;

/** Change sets of a turn; those that a person made between turns are marks of the session. */
export function foldChange(draft: ConversationDraft, entry: Entry): void {
  switch (entry.event_type) {
    case 'change_set_started':
    case 'change_set_applied':
    case 'change_set_refused':
      if (entry.turn_id !== undefined)
        changeTurn(draft, entry.turn_id, entry, (turn) => withChange(turn, readChange(entry)));
      break;
    default:
  }
}

function readChange(entry: ChangeEntry): ChangeView {
  return {
    id: entry.change_set_id,
    seq: entry.seq,
    kind: entry.kind,
    state: readState(entry),
    files: entry.files.map(readFile),
    warnings: entry.event_type === 'change_set_applied' ? warnOfChanges(entry) : [],
    failure: entry.event_type === 'change_set_refused' ? readFailure(entry.error) : null,
  };
}

function readState({ event_type: type }: ChangeEntry): ChangeView['state'] {
  if (type === 'change_set_started') return 'started';
  return type === 'change_set_applied' ? 'applied' : 'refused';
}

function readFile(file: ChangeEntry['files'][number]): ChangedFile {
  const told = 'status' in file ? file : undefined;
  const error = told !== undefined && 'error' in told ? told.error : undefined;
  return {
    path: file.path,
    from: file.renamed_from ?? file.path,
    added: file.added,
    removed: file.removed,
    permissions: describePermissions(file.before_mode, file.after_mode),
    state: readFileState(told?.status),
    failure: isFailure(error) ? readFailure(error) : null,
    hash: file.after_hash === null ? null : file.after_hash.slice('sha256:'.length),
    closes: file.todo_indexes ?? [],
  };
}

function readFileState(status: unknown): ChangedFile['state'] {
  return status === 'applied' || status === 'refused' || status === 'skipped' ? status : 'started';
}

function isFailure(error: unknown): error is EntryOf<'change_set_refused'>['error'] {
  return typeof error === 'object' && error !== null && 'message' in error;
}

/** Its end takes the place of its beginning, where it stood; the call that made it shows what the file is now. */
function withChange(turn: TurnView, change: ChangeView): TurnView {
  const known = turn.changes.find(({ id }) => id === change.id);
  const changes =
    known === undefined
      ? [...turn.changes, change]
      : changeLast(
          turn.changes,
          (one) => one === known,
          ({ seq }) => ({ ...change, seq }),
        );
  const [file] = change.files;
  if (change.state !== 'applied' || file === undefined || change.files.length > 1)
    return { ...turn, changes };
  const activities = changeLast(
    turn.activities,
    (one) => one.object === file.path && one.milliseconds === null,
    (one) => ({ ...one, hash: file.hash }),
  );
  return { ...turn, changes, activities };
}
