import type { Entry, EntryOf, SessionDocument } from '@rook/contract';

import { givesRight } from './gives-right.ts';
import { holdsRedactionMark } from './redaction-mark.ts';

/** What the session knows of files: what was shown, what was changed, turn by turn. */
export function foldFiles(document: SessionDocument, entry: Entry): void {
  switch (entry.event_type) {
    case 'file_shown':
      showFile(document, entry);
      break;
    case 'change_set_applied':
      addChangeSet(document, entry, true);
      break;
    case 'change_set_refused':
      addChangeSet(document, entry, false);
      break;
    default:
  }
}

function showFile(document: SessionDocument, entry: EntryOf<'file_shown'>): void {
  const turn = turnNumber(entry.turn_id);
  const { path, md5, size, by } = entry;
  // What somebody else was shown was not shown here.
  if (givesRight(entry))
    document.fileRegistry[path] = { path, md5, lastSeenTurn: turn, sizeBytes: size, loadedBy: by };
  operationsOf(document, turn)?.push({
    file: path,
    md5,
    op: 'read',
    dt: entry.timestamp,
    size,
    by: by === 'ai-adhoc' ? 'ai' : by,
  });
}

function addChangeSet(
  document: SessionDocument,
  entry: EntryOf<'change_set_applied'> | EntryOf<'change_set_refused'>,
  applied: boolean,
): void {
  const changed = entry.files.filter(({ status }) => status === 'applied');
  const rewindable =
    applied && givesRight(entry) && !entry.files.some(({ path }) => holdsRedactionMark(path));
  document.changeHistory.history.push({
    id: entry.change_set_id,
    turnId: entry.turn_id ?? null,
    timestamp: entry.timestamp,
    files: entry.files.map(({ path }) => path),
    added: changed.reduce((sum, { added }) => sum + added, 0),
    removed: changed.reduce((sum, { removed }) => sum + removed, 0),
    applied,
    rewindable,
  });
  if (!applied) return;
  if (rewindable) document.changeHistory.position = document.changeHistory.history.length - 1;
  const operations = operationsOf(document, turnNumber(entry.turn_id));
  for (const { path, before_hash: before, after_hash: after } of changed) {
    const op = after === null ? 'delete' : before === null ? 'create' : 'update';
    operations?.push({ file: path, md5: null, op, dt: entry.timestamp, size: null, by: 'ai' });
  }
}

type Operations = SessionDocument['pairFileHistory'][number];

/**
 * The list of a turn. A turn is at most the one after those that are known, because a journal of the first
 * kind writes it when it has ended; there is no list for a number beyond, which nothing here can be about.
 */
function operationsOf({ pairs, pairFileHistory }: SessionDocument, turn: number): Operations | undefined {
  const index = Math.max(0, turn - 1);
  if (index > pairs.length) return undefined;
  while (pairFileHistory.length <= index) pairFileHistory.push([]);
  return pairFileHistory[index];
}

function turnNumber(turn: string | undefined): number {
  return turn === undefined ? 0 : Number(turn.slice(1));
}
