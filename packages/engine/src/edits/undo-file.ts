import { rookError, type ContentHash, type RookError } from '@rook/contract';

import { concernsLink, isPermissionsOnly, type HistoryFile, type Unkept } from '../journal/history-set.ts';
import { contentHash } from '../ports/content-hash.ts';
import { conflictOfFile, mergeChange, type Conflict, type MergeCause } from './merge-change.ts';

/** Bytes with their hash; null: nothing is there. */
export type Content = {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
  /** The permissions of what comes back where nothing is. */
  readonly mode?: number;
  /** It is a symbolic link, and the bytes are what `linkContent` makes of it. */
  readonly isLink?: true;
} | null;
/** A symbolic link itself. */
export type LinkState = NonNullable<Content> & { readonly isLink: true };
/** What is at a path: content, nothing, or something that cannot be taken for either and why. */
export type DiskState = Content | RefusedState;

export interface RefusedState {
  readonly refused: RookError;
  /** What lies in the way of a plain file, where the error does not say what helps. */
  readonly blocker?: string;
  /** The file or link that lies where a folder on the way would be. */
  readonly fileAbove?: string;
  /** Of a folder: all that lies in it, at any depth. */
  readonly inside?: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** The permissions of a plain file that only cannot be taken for its content. */
  readonly mode?: number;
  /** Of a link: what it is itself, for who does not mean what it leads to. */
  readonly link?: LinkState;
}

/** What counts at a path for what a change set did there: to a link, or through it. */
export function stateFor(file: Pick<HistoryFile, 'wasLink' | 'isLink'>, state: DiskState): DiskState {
  if (state === null || !('refused' in state) || !concernsLink(file)) return state;
  return state.link ?? state;
}

type Sides = Pick<HistoryFile, 'before' | 'after' | 'wasLink' | 'isLink'>;

/** Whether what is there is what was there before the change. A file is no link, although it may hold the same text. */
export function isAsBefore({ before, wasLink }: Sides, now: DiskState): boolean {
  return isThat(now, before, wasLink);
}

function isAsAfter({ after, isLink }: Sides, now: DiskState): boolean {
  return isThat(now, after, isLink);
}

function isThat(now: DiskState, hash: ContentHash | null, isLink: true | undefined): boolean {
  if (now === null) return hash === null;
  return !('refused' in now) && now.hash === hash && now.isLink === isLink;
}

/** What a plan is made from: what is on the disk, and what was kept. */
export interface RewindWorld {
  readonly disk: (path: string) => DiskState;
  /** Null: they cannot be had; `lost` says why. */
  readonly bytes: (hash: ContentHash) => Uint8Array | null;
  readonly lost: (hash: ContentHash) => LostCause;
  /** Why the workspace would not write there; null where it would, or nobody has tried. */
  readonly unwritable: (path: string) => RookError | null;
}

/** Why kept bytes are not there: a setting let them go, they cannot be read, or nobody knows. */
type LostCause = 'pruned' | 'damaged' | 'missing';

/** How a file comes back: byte for byte, or together with what others wrote. `there`: it is already as it was. */
export type UndoWay = 'exact' | 'merged' | 'there';

export type UndoneFile =
  | { readonly ok: true; readonly way: UndoWay }
  | {
      readonly ok: false;
      readonly error: RookError;
      readonly conflicts: readonly Conflict[];
      /** It may stay as it is while others are undone. False: what others wrote has to be joined first. */
      readonly canStay: boolean;
    };

/** The files while change sets are taken back one after another; nothing is written. */
export interface DraftFiles {
  at(path: string): DiskState;
  put(path: string, content: Content): void;
  /** The permissions of what is there; undefined where there is nothing, or the system has none. */
  modeAt(path: string): number | undefined;
  putMode(path: string, mode: number): void;
}

/** Takes back what one change set did to one file. Nothing that somebody else wrote is given up. */
export function undoFile(
  world: RewindWorld,
  draft: DraftFiles,
  file: HistoryFile,
  place: string,
): UndoneFile {
  if (file.from !== file.path) return moveBack(world, draft, file);
  if (isPermissionsOnly(file)) return undoPermissions(draft, file, place);
  const mode = findOldMode(draft, file, place);
  if (!mode.ok) return mode;
  const content = undoContent(world, draft, file, place);
  if (!content.ok || mode.value === null) return content;
  draft.putMode(place, mode.value);
  return content.way === 'there' ? { ok: true, way: 'exact' } : content;
}

/** Whatever the file holds now, and whether or not that can be read. */
function undoPermissions(draft: DraftFiles, file: HistoryFile, place: string): UndoneFile {
  const now = draft.at(place);
  if (now === null)
    return conflict(
      `${place} was deleted or moved since, so its permissions cannot be given back. Put it back in its place, then try again; or leave it out, and name the other files with --file.`,
      null,
      null,
    );
  if ('refused' in now && now.mode === undefined) return refuse(explainTaken(now, true));
  const mode = findOldMode(draft, file, place);
  if (!mode.ok) return mode;
  if (mode.value === null) return { ok: true, way: 'there' };
  draft.putMode(place, mode.value);
  return { ok: true, way: 'exact' };
}

type OldMode =
  | { readonly ok: true; readonly value: number | null }
  | Extract<UndoneFile, { readonly ok: false }>;

/** The permissions to give back; null where there are none. Those that somebody gave since stay, as lines do that somebody wrote since. */
function findOldMode(draft: DraftFiles, { beforeMode, afterMode }: HistoryFile, place: string): OldMode {
  const now = draft.modeAt(place);
  // A system without permissions has none to give back.
  if (afterMode === undefined || beforeMode === undefined || now === undefined || now === beforeMode)
    return { ok: true, value: null };
  if (now === afterMode) return { ok: true, value: beforeMode };
  const [had = '', got = '', has = ''] = [beforeMode, afterMode, now].map((mode) =>
    mode.toString(8).padStart(3, '0'),
  );
  const sentence = `${place} has other permissions now (${has}) than the change set gave it (${got}); they stay. Give it ${got} or, as before, ${had}, then try again.`;
  const both = { line: null, ours: `permissions ${has}`, theirs: `permissions ${had}` };
  return { ok: false, error: rookError('conflict', sentence), conflicts: [both], canStay: false };
}

function undoContent(world: RewindWorld, draft: DraftFiles, file: HistoryFile, place: string): UndoneFile {
  const now = stateFor(file, draft.at(place));
  const isRefused = now !== null && 'refused' in now;
  if (isAsBefore(file, now)) return { ok: true, way: 'there' };
  if (file.unkept !== undefined) return cannot(place, UNKEPT_CAUSES[file.unkept]);
  if (isRefused) return refuse(explainTaken(now, file.before !== null && file.after !== null));
  if (file.before === null) {
    if (!isAsAfter(file, now))
      return conflict(
        `${place} was made by the change set and changed since, so it is not removed. Remove it yourself if you need nothing of it.`,
        now,
        null,
      );
    draft.put(place, null);
    return { ok: true, way: 'exact' };
  }
  if (file.after === null) {
    if (now !== null)
      return conflict(
        `${place} was deleted by the change set, and another file is there now; it stays. Move that one away, then try again.`,
        now,
        world.bytes(file.before),
      );
  } else if (now === null)
    return conflict(
      `${place} was deleted or moved since, so nothing of it can be taken back. Put it back in its place, then try again; or leave it out, and name the other files with --file.`,
      null,
      world.bytes(file.before),
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
  if (now !== null && 'refused' in now) return refuse(explainTaken(now, true));
  if (old !== null && 'refused' in old) return refuse(explainTaken(old, false));
  if (now === null && old !== null && old.hash === file.before) return { ok: true, way: 'there' };
  if (now === null)
    return conflict(
      `${path} was deleted or moved since, so it cannot be moved back to ${from}. Put it back in its place, then try again.`,
      null,
      file.before === null ? null : world.bytes(file.before),
    );
  if (old !== null)
    return conflict(
      `${path} cannot be moved back: there is another file at ${from}, which stays. Move that one away, then try again.`,
      old,
      now,
    );
  const back =
    file.before === file.after
      ? { ok: true as const, content: now, way: 'exact' as const }
      : oldContent(world, file, now, path);
  if (!back.ok) return back;
  const mode = draft.modeAt(path);
  draft.put(path, null);
  draft.put(from, back.content);
  if (mode !== undefined) draft.putMode(from, mode);
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
  if (old === null || before === null)
    return lost(place, 'from before', before === null ? 'missing' : world.lost(before));
  const isAsLeft = isAsAfter(file, now);
  if (file.wasLink === true && (now === null || isAsLeft))
    return { ok: true, content: { bytes: old, hash: before, isLink: true }, way: 'exact' };
  if (now === null || (file.isLink === true && isAsLeft))
    return {
      ok: true,
      content: { bytes: old, hash: before, mode: file.beforeMode ?? PRIVATE },
      way: 'exact',
    };
  if (isAsLeft) return { ok: true, content: { bytes: old, hash: before }, way: 'exact' };
  if (concernsLink(file))
    return conflict(
      `${place} is not the link or file any more that the change set left there, so it stays. Put back what it left, then try again; or leave it out, and name the other files with --file.`,
      now,
      old,
    );
  const base = after === null ? null : world.bytes(after);
  if (base === null) return lost(place, 'from after it', after === null ? 'missing' : world.lost(after));
  const merged = mergeChange(base, now.bytes, old);
  if (merged.ok)
    return { ok: true, content: { bytes: merged.bytes, hash: contentHash(merged.bytes) }, way: 'merged' };
  const error = rookError('conflict', `${place} ${MERGE_CAUSES[merged.cause]}`);
  return { ok: false, error, conflicts: merged.conflicts, canStay: false };
}

const BY_HAND = 'Both sides are shown, and it is left as it is.';
const MERGE_CAUSES: Readonly<Record<MergeCause, string>> = {
  lines: `was changed since in the same lines. ${BY_HAND} Bring those lines by hand to what they should be, then try again.`,
  not_text: `was changed since and is no text, so the two cannot be joined. ${BY_HAND} Put back what the change set left there, then try again.`,
  encoding: `was changed since and has another encoding, so the two cannot be joined. ${BY_HAND} Save it in its former encoding, then try again.`,
  line_ends: `was changed since, and the change set changed only its line ends, so the two cannot be told apart. ${BY_HAND} Convert them by hand.`,
};

const LOST_CAUSES: Readonly<Record<LostCause, string>> = {
  pruned: 'not kept any more: they were pruned, as the settings blobs.maxAgeDays and blobs.maxBytes say',
  damaged: 'damaged on the disk',
  missing: 'not kept any more, and nobody wrote down why',
};

function lost(path: string, what: string, cause: LostCause): Extract<UndoneFile, { ok: false }> {
  return cannot(path, `its bytes ${what} are ${LOST_CAUSES[cause]}`);
}

const UNKEPT_CAUSES: Readonly<Record<Unkept, string>> = {
  too_large:
    'a command changed it, and it is larger than 8 MB (where the file system can clone: 64 MB, 512 MB in all), so its bytes were not kept',
  too_many: 'a command changed it with very many others, and its bytes were not kept',
  unknown: 'a command changed it, and nobody had its bytes',
  moved_here:
    'a command moved it there from where nobody looked, such as an ignored folder, and it would be nowhere then',
};

function cannot(path: string, why: string): Extract<UndoneFile, { ok: false }> {
  const sentence = `${path} cannot be rewound: ${why}. Nothing is guessed; change it by hand. The other files are rewound with --partial, or one of them with --file.`;
  return refuse(rookError('not_rewindable', sentence));
}

function conflict(
  sentence: string,
  ours: Content,
  theirs: Content | Uint8Array,
): Extract<UndoneFile, { ok: false }> {
  const bytes = theirs === null || theirs instanceof Uint8Array ? theirs : theirs.bytes;
  return {
    ok: false,
    error: rookError('conflict', sentence),
    conflicts: [conflictOfFile(ours?.bytes ?? null, bytes)],
    canStay: false,
  };
}

function refuse(error: RookError): Extract<UndoneFile, { ok: false }> {
  return { ok: false, error, conflicts: [], canStay: true };
}

/** What helps: the place has to be free, or, where the set changed a file, that file has to be there. */
function explainTaken({ refused, blocker }: RefusedState, needsFile: boolean): RookError {
  if (blocker === undefined) return refused;
  const advice = needsFile
    ? `Move ${blocker} away and put the file back in its place, then try again.`
    : `Remove ${blocker} or move it away, then try again.`;
  return rookError(refused.code, `${refused.message} ${advice}`);
}
