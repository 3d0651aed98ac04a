import {
  rookError,
  type ChangeSetId,
  type ContentHash,
  type RookError,
  type SessionId,
} from '@rook/contract';

import type { History } from '../journal/fold-history.ts';
import { isPermissionsOnly, type HistoryFile, type HistorySet } from '../journal/history-set.ts';
import { contentHash } from '../ports/content-hash.ts';
import { compareRewound, keepsContent, listRewoundPaths, type RewoundFile } from './compare-rewound.ts';
import { choosePlace, coverDependents, type CoveredSet } from './cover-dependents.ts';
import { inUndoOrder, seeWithout } from './give-way.ts';
import { leaveSome, type RefusedRewind } from './leave-some.ts';
import { isReadOnlyMode } from './planned-writes.ts';
import {
  isAsBefore,
  stateFor,
  undoFile,
  type Content,
  type DiskState,
  type DraftFiles,
  type RewindWorld,
  type UndoWay,
} from './undo-file.ts';

export interface RewindWish {
  readonly direction: 'rewind' | 'forward';
  /** Left out: the newest that stands. */
  readonly changeSet?: ChangeSetId;
  /** Whose it is; needed only where two sessions have one of that id. */
  readonly session?: SessionId;
  /** Only this file of it. */
  readonly file?: string;
  /** Later change sets that stand on it are undone too. */
  readonly cascade: boolean;
  /** Files that can never be rewound or that the disk refuses are left as they are, and the others are rewound. */
  readonly partial?: boolean;
}

/** What a rewind or a forward would do; nothing is written. */
export interface RewindPlan {
  readonly kind: 'rewind' | 'forward';
  /** Null where there is none to undo. */
  readonly target: HistorySet | null;
  /** Everything that is undone, the newest first. */
  readonly undone: readonly UndoneSet[];
  /** Later change sets that stand on the target, oldest first; undone only in a cascade. */
  readonly dependents: readonly HistorySet[];
  /** What happens to each file. None, and no error: somebody has undone all of it by hand, and that is only written down. */
  readonly files: readonly RewoundFile[];
  /** Files that stand in the way. */
  readonly refused: readonly RefusedRewind[];
  /** Files that cannot be rewound and are left as they are, while the others are. */
  readonly leftOut: readonly RefusedRewind[];
  /** Folders that go if they are empty then, inner ones first. */
  readonly removeFolders: readonly string[];
  /** Why nothing can be done. */
  readonly error: RookError | null;
  /** Says what would be done, so that what was shown is what is done. */
  readonly fingerprint: ContentHash;
}

interface UndoneSet extends CoveredSet {
  /** The files of it that are already as they were before. */
  readonly already: readonly HistoryFile[];
}

/**
 * Plans to undo a change set, or one file of it, against what is on the disk. A file that is as it was left comes back byte
 * for byte; one that others changed keeps what they wrote, or refuses all of it. Undoing a rewind is to go forward.
 */
export function planRewind(history: History, world: RewindWorld, wish: RewindWish): RewindPlan {
  const found = chooseTarget(history, wish);
  if ('code' in found) return emptyPlan(wish.direction, null, found);
  const kind = found.kind === 'rewind' ? 'forward' : 'rewind';
  const files = chooseFiles(history, found, wish.file);
  if ('code' in files) return emptyPlan(kind, found, files);
  const covered = coverDependents(history, { set: found, files }, world.bytes);
  const dependents = covered.slice(1).map(({ set }) => set);
  if (dependents.length > 0 && !wish.cascade)
    return { ...emptyPlan(kind, found, standOn(found, dependents)), dependents };
  const undone = inTimeOrder(history, covered).toReversed();
  const undo = (rest: readonly CoveredSet[]): Undoing => undoAll(history, world, rest);
  const all = undo(undone);
  const others = all.error === null ? null : leaveSome(history, undone, undo);
  const { leftOut, ...done } =
    wish.partial === true && others !== null ? others : { ...withoutOthers(all, others), leftOut: [] };
  return { ...done, kind, target: found, dependents, leftOut };
}

/** Where nothing would be done beside what is in the way, that may not stay: to leave it out is no way. */
function withoutOthers(all: Undoing, others: Undoing | null): Undoing {
  if ((others?.files.length ?? 0) > 0) return all;
  return { ...all, refused: all.refused.map((one) => ({ ...one, canStay: false })) };
}

/** It may have what somebody did long after the command, so nobody rewinds it without having seen what it is. */
function refuseUnnamed({ id, timestamp }: HistorySet): RookError {
  const sentence = `The newest change set, ${id}, was found after a crash: it has what a command changed, and what anybody else changed until ${timestamp}. Look at it (changes ${id}), and name it where it shall be rewound (rewind ${id}).`;
  return rookError('not_rewindable', sentence);
}

function chooseTarget(
  history: History,
  { changeSet, session, direction }: RewindWish,
): HistorySet | RookError {
  if (changeSet === undefined) {
    const newest = direction === 'rewind' ? history.position() : history.forwardTarget();
    if (newest?.isFoundLater === true) return refuseUnnamed(newest);
    return newest ?? rookError('not_found', `There is nothing to ${direction}.`);
  }
  const all = history.sets.filter(({ id }) => id === changeSet);
  const [found, other] = session === undefined ? all : all.filter((set) => set.session === session);
  if (found === undefined)
    return rookError(
      'not_found',
      `There is no change set ${changeSet}; \`rook changes\` lists those there are.`,
    );
  if (other !== undefined)
    return rookError(
      'ambiguous',
      `${changeSet} is the id of ${all.length} change sets: ${all.map(nameOf).join('; ')}. Say whose you mean with --session.`,
    );
  return explainUnfit(found) ?? found;
}

function nameOf({ id, session, timestamp, files }: HistorySet): string {
  return `${id} of ${session} (${timestamp}, ${files.map(({ path }) => path).join(', ')})`;
}

/** Why a change set can never be undone. */
function explainUnfit({ id, isApplied, isRewindable, files }: HistorySet): RookError | null {
  if (!isApplied)
    return rookError(
      'not_rewindable',
      `⚠️ ${files.length} change(s) failed to apply originally (AI hallucinated file content). These cannot be rolled back.`,
    );
  if (isRewindable) return null;
  return rookError(
    'not_rewindable',
    `${id} cannot be rewound: it was imported, or a secret was taken out of the names of its files.`,
  );
}

function chooseFiles(
  history: History,
  set: HistorySet,
  file: string | undefined,
): readonly HistoryFile[] | RookError {
  const named = set.files.filter(({ path, from }) => file === undefined || path === file || from === file);
  if (named.length === 0)
    return rookError(
      'not_found',
      `${set.id} did not change ${file ?? 'any file'}; it changed ${set.files.map(({ path }) => path).join(', ')}.`,
    );
  const standing = named.filter(({ path }) => !history.isUndone(set, path));
  if (standing.length > 0) return standing;
  const again = set.kind === 'rewind' ? 'rewind' : 'forward';
  return rookError(
    'unchanged',
    `${set.id} is undone already${file === undefined ? '' : ` in ${file}`}. If it is there again, for instance on another branch, \`rook ${again}\` first takes note of that.`,
  );
}

function standOn({ id }: HistorySet, dependents: readonly HistorySet[]): RookError {
  const names = dependents.map((set) => set.id).join(', ');
  return rookError(
    'has_dependents',
    `Later changes stand on ${id}: ${names}. Undo all of them with --cascade, or those first.`,
  );
}

function inTimeOrder(history: History, covered: readonly CoveredSet[]): readonly CoveredSet[] {
  const places = new Map(history.sets.map((set, index) => [set, index]));
  return covered.toSorted((a, b) => (places.get(a.set) ?? 0) - (places.get(b.set) ?? 0));
}

type Undoing = Pick<RewindPlan, 'undone' | 'files' | 'refused' | 'removeFolders' | 'error' | 'fingerprint'>;

function undoAll(history: History, world: RewindWorld, undone: readonly CoveredSet[]): Undoing {
  const changed = new Map<string, Content>();
  const going = { files: new Set<string>(), folders: new Set(undone.flatMap(({ set }) => set.madeFolders)) };
  const at = (path: string): DiskState =>
    changed.has(path) ? (changed.get(path) ?? null) : seeWithout(path, world.disk(path), going);
  const modes = new Map<string, number>();
  const draft: DraftFiles = {
    at,
    put: (path, content) => {
      changed.set(path, content);
      if (content === null) going.files.add(path);
      else going.files.delete(path);
    },
    // What comes back where nothing is brings its permissions with it.
    modeAt: (path) => modes.get(path) ?? (world.disk(path) ?? at(path))?.mode,
    putMode: (path, mode) => void modes.set(path, mode),
  };
  const ways = new Map<string, UndoWay>();
  const moves = new Map<string, string>();
  const refused: RefusedRewind[] = [];
  const places = new Map<HistoryFile, readonly string[]>();
  const settled = findSettled(world, undone);
  for (const { set, files } of undone) {
    for (const file of inUndoOrder(files)) {
      const part = withoutSettled(file, settled);
      if (part === null) continue;
      const place = choosePlace(history, { set, file }, undone);
      places.set(file, [place, file.path, file.from]);
      const result = undoFile(world, draft, part, place);
      if (!result.ok) {
        const { error, conflicts, canStay } = result;
        refused.push({ path: place, error, conflicts, canStay });
        continue;
      }
      const path = file.from === file.path ? place : file.from;
      if (file.from !== file.path && result.way !== 'there') moves.set(file.path, file.from);
      if (ways.get(path) !== 'merged') ways.set(path, result.way);
    }
  }
  const readOnly = findMadeReadOnly(undone);
  const compared = compareRewound(world, { changed, modes, ways, moves, readOnly });
  const unwritable = compared.flatMap((file) => findUnwritable(world, file));
  refused.push(...unwritable);
  const files = compared.filter((file) => !unwritable.some(({ path }) => path === file.path));
  const error = refused[0]?.error ?? null;
  const written = new Set(listRewoundPaths(compared));
  const isAlready = (file: HistoryFile): boolean =>
    !(places.get(file) ?? []).some((path) => written.has(path));
  const sets = undone.map((one) => ({ ...one, already: one.files.filter((file) => isAlready(file)) }));
  const removeFolders = [...going.folders].toSorted((a, b) => b.length - a.length);
  const told = files.map(({ path, before, after, permissions = null }) => [
    path,
    before?.hash ?? null,
    after?.hash ?? null,
    permissions,
    ...(after?.isLink === true ? ['link'] : []),
  ]);
  const fingerprint = contentHash(Buffer.from(JSON.stringify([told, undone.map(({ set }) => set.id)])));
  return { undone: sets, files, refused, removeFolders, error, fingerprint };
}

function findMadeReadOnly(undone: readonly CoveredSet[]): ReadonlyMap<string, number> {
  const made = undone.flatMap(({ files }) =>
    files.flatMap(({ path, madeMode }) => (madeMode === undefined ? [] : [[path, madeMode] as const])),
  );
  return new Map(made);
}

/** Nobody can write it who is no administrator, so nobody shall, unless it gets back the right to be written, or goes as it was made. */
function isReadOnly(file: RewoundFile): boolean {
  const { before, permissions, readOnly } = file;
  if (keepsContent(file) || readOnly !== undefined) return false;
  if (permissions !== undefined && !isReadOnlyMode(permissions.after)) return false;
  return before?.mode !== undefined && isReadOnlyMode(before.mode);
}

function findUnwritable({ unwritable }: RewindWorld, file: RewoundFile): readonly RefusedRewind[] {
  const { path } = file;
  const sentence = `${path} is read-only; give it the right to be written first, then try again.`;
  const error = isReadOnly(file) ? rookError('not_writable', sentence) : unwritable(path);
  if (error === null) return [];
  // What somebody changed a moment ago, or has not saved yet, is no matter of the disk.
  return [{ path, error, conflicts: [], canStay: error.code !== 'stale_file' }];
}

interface Settled {
  readonly contents: ReadonlySet<string>;
  readonly modes: ReadonlySet<string>;
}

/** The paths that are already as they were before the oldest of the sets, so that none of them has anything to take back there. */
function findSettled({ disk }: RewindWorld, undone: readonly CoveredSet[]): Settled {
  const [oldest, modes] = [new Map<string, HistoryFile>(), new Map<string, HistoryFile>()];
  const moved = new Set<string>();
  for (const file of undone.flatMap(({ files }) => files)) {
    if (!isPermissionsOnly(file)) oldest.set(file.path, file);
    if (file.afterMode !== undefined) modes.set(file.path, file);
    if (file.from !== file.path) moved.add(file.path).add(file.from);
  }
  const isSettled = (file: HistoryFile): boolean =>
    !moved.has(file.path) && isAsBefore(file, stateFor(file, disk(file.path)));
  const isModeSettled = ({ path, beforeMode }: HistoryFile): boolean =>
    !moved.has(path) && disk(path)?.mode === beforeMode;
  return {
    contents: pathsOf([...oldest.values()].filter((file) => isSettled(file))),
    modes: pathsOf([...modes.values()].filter((file) => isModeSettled(file))),
  };
}

function pathsOf(files: readonly HistoryFile[]): ReadonlySet<string> {
  return new Set(files.map(({ path }) => path));
}

/** What of a file has to be taken back; null: nothing. */
function withoutSettled(file: HistoryFile, { contents, modes }: Settled): HistoryFile | null {
  const { afterMode, ...content } = file;
  const rest = afterMode === undefined || modes.has(file.path) ? content : file;
  if (!contents.has(file.path)) return isPermissionsOnly(file) && rest !== file ? null : rest;
  return rest === file ? { ...file, after: file.before } : null;
}

function emptyPlan(kind: RewindPlan['kind'], target: HistorySet | null, error: RookError): RewindPlan {
  const nothing = { undone: [], dependents: [], files: [], refused: [], leftOut: [], removeFolders: [] };
  return { kind, target, ...nothing, error, fingerprint: contentHash(new Uint8Array()) };
}
