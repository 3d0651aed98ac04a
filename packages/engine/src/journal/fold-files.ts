import { countModified, type Entry, type EntryOf, type SessionDocument } from '@rook/contract';

import { absolutePath } from './fold-files-absolute.ts';
import { changeFile } from './fold-files-change.ts';
import { languageOf } from './fold-files-language.ts';
import { addRanges } from './fold-files-ranges.ts';
import { setOf } from './fold-history.ts';
import { foldUndone, type FoldIndex } from './fold-index.ts';
import { givesRight } from './gives-right.ts';

/** What a session knows of one file. */
export type KnownFile = SessionDocument['fileRegistry'][string];

/** What the session knows of files: what was shown, what was changed, turn by turn. */
export function foldFiles(document: SessionDocument, index: FoldIndex, entry: Entry): void {
  switch (entry.event_type) {
    case 'file_shown':
      showFile(document, entry, turnOf(document, index, entry.turn_id));
      index.hashes.set(entry.path, entry.md5);
      break;
    case 'change_set_applied':
      addChangeSet(document, index, entry);
      addChanges(document, index, entry);
      break;
    case 'change_set_refused':
      addChangeSet(document, index, entry);
      break;
    default:
  }
}

/** Undefined for a file that was never shown here, whatever its name is. */
export function knownFile(registry: SessionDocument['fileRegistry'], path: string): KnownFile | undefined {
  return Object.hasOwn(registry, path) ? registry[path] : undefined;
}

function showFile(document: SessionDocument, entry: EntryOf<'file_shown'>, turn: number): void {
  const { path, md5, sha256, size, by } = entry;
  // What somebody else was shown was not shown here.
  if (givesRight(entry)) keepFile(document, path, see(knownFile(document.fileRegistry, path), entry, turn));
  operationsOf(document, turn)?.push({
    file: path,
    md5,
    sha256,
    op: 'read',
    dt: entry.timestamp,
    size,
    by: by === 'ai-adhoc' ? 'ai' : by,
  });
}

/** Parts add up while they are of the same content; a content that is new starts over. */
function see(known: KnownFile | undefined, entry: EntryOf<'file_shown'>, turn: number): KnownFile {
  const { path, md5, sha256, size, by } = entry;
  const before = known?.sha256 === sha256 ? known : undefined;
  const whole = entry.whole || before?.whole === true;
  const shown = entry.ranges ?? [];
  const modified = known?.lastModifiedTurn;
  // A search hit or an outline shows nothing that could take the place of what was seen before.
  const isOnlyMentioned = !entry.whole && shown.length === 0;
  return {
    path,
    absolutePath: absolutePath(entry.workspace.uri, path),
    md5,
    sha256,
    lastSeenTurn: turn,
    ...(modified === undefined ? {} : { lastModifiedTurn: modified }),
    sizeBytes: size,
    language: languageOf(path),
    loadedBy: by,
    whole,
    ranges: whole ? [] : addRanges(before?.ranges ?? [], shown),
    stale: isOnlyMentioned && known !== undefined && (known.stale || before === undefined),
  };
}

function addChangeSet(
  document: SessionDocument,
  index: FoldIndex,
  entry: EntryOf<'change_set_applied'> | EntryOf<'change_set_refused'>,
): void {
  const set = setOf(entry);
  const { isApplied: applied, isRewindable: rewindable } = set;
  const changed = applied ? set.files : [];
  const { history } = document.changeHistory;
  history.push({
    id: entry.change_set_id,
    turnId: entry.turn_id ?? null,
    timestamp: entry.timestamp,
    files: entry.files.map(({ path }) => path),
    added: changed.reduce((sum, { added }) => sum + added, 0),
    removed: changed.reduce((sum, { removed }) => sum + removed, 0),
    modified: changed.reduce((sum, { hunks }) => sum + countModified(hunks), 0),
    applied,
    rewindable,
  });
  index.sets.push(set);
  if (!rewindable) return;
  if (set.undoes.length === 0) document.changeHistory.position = history.length - 1;
  else foldUndone(document, index);
}

function addChanges(document: SessionDocument, index: FoldIndex, entry: EntryOf<'change_set_applied'>): void {
  const turn = turnOf(document, index, entry.turn_id);
  const operations = operationsOf(document, turn);
  for (const file of entry.files) {
    // Who has other permissions holds what it held.
    const isSame = file.after_mode !== undefined && file.before_hash === file.after_hash;
    if (file.status !== 'applied' || isSame) continue;
    const { path, before_hash: before, after_hash: after, after_md5: md5, renamed_from: from = path } = file;
    const previous = index.hashes.get(from);
    index.hashes.delete(from);
    if (md5 !== undefined) index.hashes.set(path, md5);
    operations?.push({
      file: path,
      md5: md5 ?? null,
      sha256: after === null ? null : hexOf(after),
      ...(previous === undefined ? {} : { prevMd5: previous }),
      op: after === null ? 'delete' : before === null ? 'create' : 'update',
      dt: entry.timestamp,
      size: file.after_size ?? null,
      by: entry.turn_id === undefined ? 'user' : 'ai',
    });
    if (!givesRight(entry)) continue;
    const known = knownFile(document.fileRegistry, from);
    // A file that is gone is not known any more; one that was renamed is, under its other name.
    delete document.fileRegistry[from];
    const isGone = after === null || file.after_link === true;
    const changed = isGone ? undefined : changeFile(known, { entry, file, sha256: hexOf(after), turn });
    if (changed !== undefined) keepFile(document, path, changed);
  }
}

/** A path may have any name, also one that objects give a meaning to. */
function keepFile({ fileRegistry }: SessionDocument, path: string, value: KnownFile): void {
  Object.defineProperty(fileRegistry, path, { value, writable: true, enumerable: true, configurable: true });
}

function hexOf(hash: string): string {
  return hash.slice(hash.indexOf(':') + 1);
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

/** What names no turn happened after the last one that began. */
function turnOf({ pairs }: SessionDocument, { nextWaiting }: FoldIndex, turn: string | undefined): number {
  const named = turn ?? pairs[nextWaiting - 1]?.turnId;
  return named === undefined ? 0 : Number(named.slice(1));
}
