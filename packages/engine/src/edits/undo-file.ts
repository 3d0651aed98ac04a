import { rookError, type ContentHash, type RookError } from '@rook/contract';

import type { HistoryFile } from '../journal/fold-history.ts';
import { contentHash } from '../ports/content-hash.ts';
import { mergeChange, type Conflict } from './merge-change.ts';

/** Bytes with their hash; null: nothing is there. */
export type Content = {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
  /** The permissions of what comes back where nothing is. */
  readonly mode?: number;
} | null;
/** What is at a path: content, nothing, or something that is no plain file and why. */
export type DiskState = Content | { readonly refused: RookError };

/** What a plan is made from: what is on the disk, and what was kept. */
export interface RewindWorld {
  readonly disk: (path: string) => DiskState;
  /** Null: never kept, pruned or damaged. */
  readonly bytes: (hash: ContentHash) => Uint8Array | null;
}

/** How a file comes back: byte for byte, or together with what others wrote. `there`: it is already as it was. */
export type UndoWay = 'exact' | 'merged' | 'there';

export type UndoneFile =
  | { readonly ok: true; readonly way: UndoWay }
  | { readonly ok: false; readonly error: RookError; readonly conflicts: readonly Conflict[] };

/** The files while change sets are taken back one after another; nothing is written. */
export interface DraftFiles {
  at(path: string): DiskState;
  put(path: string, content: Content): void;
}

/** Takes back what one change set did to one file. Nothing that somebody else wrote is given up. */
export function undoFile(
  world: RewindWorld,
  draft: DraftFiles,
  file: HistoryFile,
  place: string,
): UndoneFile {
  if (file.from !== file.path) return moveBack(world, draft, file);
  const now = draft.at(place);
  if (now !== null && 'refused' in now) return refuse(now.refused);
  if ((now?.hash ?? null) === file.before) return { ok: true, way: 'there' };
  if (file.before === null) {
    if (now?.hash !== file.after)
      return refuse(rookError('conflict', `${place} was changed since it was made, so it is not removed.`));
    draft.put(place, null);
    return { ok: true, way: 'exact' };
  }
  if (file.after === null) {
    if (now !== null)
      return refuse(rookError('conflict', `${place} was deleted, and another file is there now; it stays.`));
  } else if (now === null)
    return refuse(
      rookError('conflict', `${place} was deleted or moved since, so nothing of it can be taken back.`),
    );
  const back = oldContent(world, file, now, place);
  if (!back.ok) return back;
  draft.put(place, back.content);
  return { ok: true, way: back.way };
}

/** Of a renamed file: the old name, if it is free, with the old content. */
function moveBack(world: RewindWorld, draft: DraftFiles, file: HistoryFile): UndoneFile {
  const { path, from } = file;
  const [now, old] = [draft.at(path), draft.at(from)];
  if (now !== null && 'refused' in now) return refuse(now.refused);
  if (old !== null && 'refused' in old) return refuse(old.refused);
  if (now === null && old !== null && old.hash === file.before) return { ok: true, way: 'there' };
  if (now === null)
    return refuse(rookError('conflict', `${path} was deleted or moved since, so it cannot be moved back.`));
  if (old !== null)
    return refuse(rookError('conflict', `${path} cannot be moved back: there is another file at ${from}.`));
  const back =
    file.before === file.after
      ? { ok: true as const, content: now, way: 'exact' as const }
      : oldContent(world, file, now, path);
  if (!back.ok) return back;
  draft.put(path, null);
  draft.put(from, back.content);
  return { ok: true, way: now.hash === file.after ? 'exact' : 'merged' };
}

/** What nobody knows the permissions of comes back for its owner alone. */
const PRIVATE = 0o600;

type OldContent =
  | { readonly ok: true; readonly content: Content; readonly way: UndoWay }
  | Extract<UndoneFile, { ok: false }>;

function oldContent(world: RewindWorld, file: HistoryFile, now: Content, place: string): OldContent {
  const { before, after } = file;
  const old = before === null ? null : world.bytes(before);
  if (old === null || before === null) return lost(place, 'before');
  if (now === null)
    return {
      ok: true,
      content: { bytes: old, hash: before, mode: file.beforeMode ?? PRIVATE },
      way: 'exact',
    };
  if (now.hash === after) return { ok: true, content: { bytes: old, hash: before }, way: 'exact' };
  const base = after === null ? null : world.bytes(after);
  if (base === null) return lost(place, 'after');
  const merged = mergeChange(base, now.bytes, old);
  if (!merged.ok) {
    const message = `${place} was changed since in the same lines; both sides are shown, and it was left as it is.`;
    return { ok: false, error: rookError('conflict', message), conflicts: merged.conflicts };
  }
  return { ok: true, content: { bytes: merged.bytes, hash: contentHash(merged.bytes) }, way: 'merged' };
}

function lost(path: string, which: 'before' | 'after'): Extract<UndoneFile, { ok: false }> {
  const reason = which === 'before' ? 'its old bytes are' : 'what it became then is';
  return refuse(
    rookError('not_rewindable', `${path} cannot be rewound: ${reason} not kept any more, or damaged.`),
  );
}

function refuse(error: RookError): Extract<UndoneFile, { ok: false }> {
  return { ok: false, error, conflicts: [] };
}
