import { compareBytes } from './carry-lines.ts';
import { countChanges, type LineHunk } from './diff-lines.ts';
import type { Content, RewindWorld, UndoWay } from './undo-file.ts';

/** What a rewind does to one file. */
export interface RewoundFile {
  readonly path: string;
  /** Of a file that is moved. */
  readonly renamedFrom?: string;
  /** `merged`: others changed it too, and what they wrote stays. */
  readonly way: UndoWay;
  readonly before: Content;
  readonly after: Content;
  readonly added: number;
  readonly removed: number;
  /** Left out where it is no text. */
  readonly hunks?: readonly LineHunk[];
}

interface Draft {
  readonly changed: ReadonlyMap<string, Content>;
  readonly ways: ReadonlyMap<string, UndoWay>;
  readonly moves: ReadonlyMap<string, string>;
}

/** The files that would be other than they are on the disk. */
export function compareRewound(world: RewindWorld, { changed, ways, moves }: Draft): readonly RewoundFile[] {
  const onDisk = (path: string): Content => {
    const state = world.disk(path);
    return state === null || 'refused' in state ? null : state;
  };
  const sources = new Map<string, string>();
  for (const [path, after] of changed) {
    const end = followMoves(moves, path);
    if (after === null && end !== path && onDisk(path) !== null && onDisk(end) === null && changed.get(end))
      sources.set(end, path);
  }
  const moved = new Set(sources.values());
  const files: RewoundFile[] = [];
  for (const [path, after] of changed) {
    if (moved.has(path)) continue;
    const renamedFrom = sources.get(path);
    const before = onDisk(renamedFrom ?? path);
    if (renamedFrom === undefined && before?.hash === after?.hash) continue;
    const hunks = compareBytes(before?.bytes ?? null, after?.bytes ?? null);
    files.push({
      path,
      ...(renamedFrom === undefined ? {} : { renamedFrom }),
      way: ways.get(path) ?? 'exact',
      before,
      after,
      ...countChanges(hunks ?? []),
      ...(hunks === null ? {} : { hunks }),
    });
  }
  return files;
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
