import { compareBytes } from './carry-lines.ts';
import { countChanges, type LineHunk } from './diff-lines.ts';
import type { PermissionPair } from './planned-writes.ts';
import type { Content, DiskState, RewindWorld, UndoWay } from './undo-file.ts';

/** What a rewind does to one file. */
export interface RewoundFile {
  readonly path: string;
  /** Of a file that is moved. */
  readonly renamedFrom?: string;
  /** `merged`: others changed it too, and what they wrote stays. */
  readonly way: UndoWay;
  readonly before: Content;
  readonly after: Content;
  /** Other permissions for a file that is there. Where both contents are the same, or null, they are all that changes. */
  readonly permissions?: PermissionPair;
  /** The permissions of a read-only file that goes, because what is undone had made it so. */
  readonly readOnly?: number;
  readonly added: number;
  readonly removed: number;
  /** Left out where it is no text. */
  readonly hunks?: readonly LineHunk[];
}

interface Draft {
  readonly changed: ReadonlyMap<string, Content>;
  /** The permissions that files shall have. */
  readonly modes: ReadonlyMap<string, number>;
  readonly ways: ReadonlyMap<string, UndoWay>;
  readonly moves: ReadonlyMap<string, string>;
  /** The permissions of what was made read-only. */
  readonly readOnly: ReadonlyMap<string, number>;
}

/** The files that would be other than they are on the disk. */
export function compareRewound(
  world: RewindWorld,
  { changed, modes, ways, moves, readOnly }: Draft,
): readonly RewoundFile[] {
  const onDisk = (path: string): Content => {
    const state = world.disk(path);
    // Who undoes anything where a link lies undoes what was done to the link.
    return state === null || !('refused' in state) ? state : (state.link ?? null);
  };
  const sources = new Map<string, string>();
  for (const [path, after] of changed) {
    const end = followMoves(moves, path);
    if (after === null && end !== path && onDisk(path) !== null && onDisk(end) === null && changed.get(end))
      sources.set(end, path);
  }
  const moved = new Set(sources.values());
  const files: RewoundFile[] = [];
  for (const path of new Set([...changed.keys(), ...modes.keys()])) {
    if (moved.has(path)) continue;
    const renamedFrom = sources.get(path);
    const before = onDisk(renamedFrom ?? path);
    const content = changed.has(path) ? (changed.get(path) ?? null) : before;
    const isGone = changed.has(path) && content === null;
    const mode = isGone ? undefined : modes.get(path);
    const permissions = pairOf(world.disk(renamedFrom ?? path), mode);
    if (renamedFrom === undefined && isSame(before, content) && permissions === undefined) continue;
    const isMade = before === null && content !== null && mode !== undefined;
    const after = isMade ? { ...content, mode } : content;
    const goes = isGone || content?.isLink === true;
    const isLeftSo = goes && renamedFrom === undefined && before?.mode === readOnly.get(path);
    const hunks = compareBytes(before?.bytes ?? null, after?.bytes ?? null);
    files.push({
      path,
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
      way: ways.get(path) ?? 'exact',
      before,
      after,
      ...(permissions === undefined ? {} : { permissions }),
      ...(isLeftSo && before?.mode !== undefined ? { readOnly: before.mode } : {}),
      ...countChanges(hunks ?? []),
      ...(hunks === null ? {} : { hunks }),
    });
  }
  return files;
}

function pairOf(state: DiskState, mode: number | undefined): PermissionPair | undefined {
  const before = state?.mode;
  return before === undefined || mode === undefined || before === mode ? undefined : { before, after: mode };
}

/** Whether nothing of a file changes but its permissions. */
export function keepsContent({ renamedFrom, before, after, permissions }: RewoundFile): boolean {
  return permissions !== undefined && renamedFrom === undefined && isSame(before, after);
}

/** A file is no link, although it may hold the same text. */
function isSame(before: Content, after: Content): boolean {
  return before?.hash === after?.hash && before?.isLink === after?.isLink;
}

/** Where a symbolic link would be put, or taken away, itself. */
export function listRewoundLinks(files: readonly RewoundFile[]): readonly string[] {
  return files.flatMap(({ path, before, after }) =>
    before?.isLink === true || after?.isLink === true ? [path] : [],
  );
}

/** Every path that would be written, made, moved or removed. */
export function listRewoundPaths(
  files: readonly Pick<RewoundFile, 'path' | 'renamedFrom'>[],
): readonly string[] {
  return files.flatMap(({ path, renamedFrom }) => (renamedFrom === undefined ? [path] : [path, renamedFrom]));
}

function followMoves(moves: ReadonlyMap<string, string>, path: string): string {
  const seen = new Set<string>();
  let at = path;
  for (let next = moves.get(at); next !== undefined && !seen.has(next); next = moves.get(at)) {
    seen.add(next);
    at = next;
  }
  return at;
}
