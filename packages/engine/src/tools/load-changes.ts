import { isMade, type Difference } from '../edits/compare-surveys.ts';
import type { CommandChange } from '../edits/keep-command-changes.ts';
import type { GitIndex } from '../edits/parse-git-index.ts';
import { linkContent } from '../ports/link-content.ts';
import type { Shell } from '../ports/shell.ts';
import type { FileStamp, Repository, Workspace } from '../ports/workspace.ts';
import { askAttributes } from './ask-attributes.ts';
import { readGitObjects } from './git-objects.ts';
import { CLONED_FILE_BYTES, type CloneHold } from './hold-clones.ts';
import type { SeenLinks } from './read-links.ts';

/** What is larger is neither held nor kept, unless the old bytes take no room until they are needed. */
export const MOST_FILE_BYTES = 8_000_000;
/** And so much of those larger ones in all, before and after: a rewind has to hold all of a change set. */
const LARGE_BYTES = 512_000_000;
/** So much of git's objects is asked for at once, or one of them. */
const GIT_BYTES = 16_000_000;
const GIT_OBJECTS = 1000;

/** Where the bytes of files from before are. */
export interface OldBytes {
  /** Those in memory. */
  readonly known: ReadonlyMap<string, { readonly bytes: Uint8Array }>;
  readonly clones: CloneHold;
  readonly links: SeenLinks;
  readonly git: Pick<GitIndex, 'objectOf'>;
  readonly repository: Pick<Repository, 'folder' | 'top' | 'prefix'> | null;
  readonly isClean: (path: string, stamp: FileStamp) => boolean;
}

interface LoadPorts {
  readonly workspace: Workspace;
  readonly shell: Shell;
}

/** The changes with their bytes, those of one file after those of the other, so that whoever takes them has to hold no more. */
export async function* loadChanges(
  ports: LoadPorts,
  differences: readonly Difference[],
  old: OldBytes,
): AsyncGenerator<CommandChange> {
  let room = LARGE_BYTES;
  const found = await findObjects(ports.shell, differences, old);
  for (const { group, objects } of groupByObjects(differences, found)) {
    const names = [...new Set(objects.values())];
    const contents = await readGitObjects(ports.shell, old.repository, names);
    for (const difference of group) {
      const { path, before } = difference;
      const fromGit = contents.get(objects.get(path) ?? '');
      const inGit = before === null || fromGit === undefined ? null : asOnDisk(fromGit, before.size);
      const most = await mostBytes(ports.workspace, difference, { isInGit: inGit !== null, room });
      if (most > MOST_FILE_BYTES) room -= sizeOf(difference);
      const isKept = before !== null && before.size <= most;
      const held = isKept ? (old.known.get(path)?.bytes ?? inGit ?? (await old.clones.read(path))) : null;
      const bytes = held ?? (isKept ? await readMoved(ports.workspace, difference) : null);
      const right = bytes?.length === before?.size ? bytes : null;
      const link = linkBytes(old.links.get(path)?.target) ?? linkInGit(difference, fromGit);
      const change = await describeChange(ports.workspace, difference, { bytes: right, link, most });
      if (change !== null) yield change;
    }
  }
}

const [CARRIAGE_RETURN, LINE_FEED] = [0x0d, 0x0a];

/**
 * A content of git as a clean file of this size has it. Where git makes the ends of lines of two characters on the disk, all of them must be
 * so for the size to fit. Null where it cannot be known.
 */
function asOnDisk(content: Uint8Array, size: number): Uint8Array | null {
  if (content.length === size) return content;
  if (content.length > size || content.includes(CARRIAGE_RETURN)) return null;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const byte of content) {
    if (byte === LINE_FEED) {
      whole[at] = CARRIAGE_RETURN;
      at += 1;
    }
    if (at >= size) return null;
    whole[at] = byte;
    at += 1;
  }
  return at === size ? whole : null;
}

/** The names of git's objects that hold what files held, by path. */
async function findObjects(
  shell: Shell,
  differences: readonly Difference[],
  { known, links, git, repository, isClean }: OldBytes,
): Promise<ReadonlyMap<string, string>> {
  const objects = new Map<string, string>();
  for (const { path, before, linkBefore } of differences) {
    const isKnown = before === null ? links.has(path) : known.has(path);
    const seen = isKnown ? null : (before ?? linkBefore ?? null);
    const isInGit = seen !== null && seen.size <= CLONED_FILE_BYTES && isClean(path, seen);
    const object = isInGit ? git.objectOf(path) : null;
    if (object !== null) objects.set(path, object);
  }
  if (objects.size === 0 || repository === null) return objects;
  const converted = await askAttributes(shell, repository, [...objects.keys()]);
  if (converted === null) return new Map();
  for (const path of converted) objects.delete(path);
  return objects;
}

interface ObjectGroup {
  readonly group: readonly Difference[];
  /** The names of git's objects that are needed, by path. */
  readonly objects: ReadonlyMap<string, string>;
}

function* groupByObjects(
  differences: readonly Difference[],
  found: ReadonlyMap<string, string>,
): Generator<ObjectGroup> {
  let group: Difference[] = [];
  let objects = new Map<string, string>();
  let bytes = 0;
  for (const difference of differences) {
    const { path, before } = difference;
    const object = found.get(path);
    const size = object === undefined ? 0 : (before?.size ?? 0);
    if (objects.size > 0 && (bytes + size > GIT_BYTES || objects.size === GIT_OBJECTS)) {
      yield { group, objects };
      [group, objects, bytes] = [[], new Map<string, string>(), 0];
    }
    group.push(difference);
    bytes += size;
    if (object !== undefined) objects.set(path, object);
  }
  if (group.length > 0) yield { group, objects };
}

/** More is kept where the file system or git had the old bytes all the time. */
async function mostBytes(
  { clones }: Workspace,
  difference: Difference,
  { isInGit, room }: { readonly isInGit: boolean; readonly room: number },
): Promise<number> {
  const { before, after } = difference;
  const isSmall = Math.max(before?.size ?? 0, after?.size ?? 0) <= MOST_FILE_BYTES;
  if (isSmall || sizeOf(difference) > room) return MOST_FILE_BYTES;
  return isInGit || (await clones.isPossible()) ? CLONED_FILE_BYTES : MOST_FILE_BYTES;
}

function sizeOf({ before, after }: Difference): number {
  return (before?.size ?? 0) + (after?.size ?? 0);
}

function linkBytes(target: string | null | undefined): Uint8Array | null {
  return typeof target === 'string' ? linkContent(target) : null;
}

/** Git has where a link led as the whole content of it. Null where that is no text, as for one that was asked itself. */
function linkInGit({ linkBefore }: Difference, content: Uint8Array | undefined): Uint8Array | null {
  if (content === undefined || content.length !== linkBefore?.size) return null;
  const target = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
  return Buffer.from(target).equals(content) ? linkContent(target) : null;
}

/** What was only moved still has what it held. Null where it was not. */
async function readMoved(workspace: Workspace, { before, movedTo }: Difference): Promise<Uint8Array | null> {
  if (movedTo === undefined || before === null) return null;
  const read = await workspace.read(movedTo, { maxBytes: before.size });
  return read.ok ? read.value.bytes : null;
}

interface KnownBefore {
  readonly bytes: Uint8Array | null | undefined;
  /** What it held as a link. */
  readonly link: Uint8Array | null;
  readonly most: number;
}

/** Null where content and permissions are the same, as far as anybody can know. */
async function describeChange(
  workspace: Workspace,
  difference: Difference,
  { bytes, link, most }: KnownBefore,
): Promise<CommandChange | null> {
  const { path, before, after, wasLink, isLink } = difference;
  const old = isMade(difference) ? null : ((wasLink === true ? link : bytes) ?? 'unknown');
  const fresh = await readFresh(workspace, difference, most);
  const modes = fresh === null ? null : await findOtherModes(workspace, difference);
  const isTouched = before !== null && after !== null && isOnlyTouched(before, after);
  // What cannot be read any more, because it may not, is known by the time at which it was written last.
  const isKnownSame = isTouched && (old === 'unknown' || (fresh === 'unknown' && after.size <= most));
  if (isKnownSame || (wasLink === isLink && isSameContent(old, fresh)))
    return modes && { path, before: fresh, after: fresh, ...modes, permissionsOnly: true };
  const mode = modes ?? (before === null ? {} : { beforeMode: before.mode & 0o777 });
  const lost = old === 'unknown' ? before : after;
  const isLost = old === 'unknown' || fresh === 'unknown';
  const why = isLost ? ((lost?.size ?? 0) > most ? 'too_large' : 'unknown') : 'moved_here';
  const isStuck = isLost || difference.isMovedHere === true;
  const about = { ...linksOf(difference), ...(await findMadeMode(workspace, difference)) };
  return { ...about, path, before: old, ...mode, after: fresh, ...(isStuck && { unkept: why }) };
}

/** Null where it is gone. */
async function readFresh(
  workspace: Workspace,
  { path, after, isLink }: Difference,
  most: number,
): Promise<CommandChange['after']> {
  if (isLink === true) return linkBytes(workspace.readLink(path)) ?? 'unknown';
  return after === null ? null : readNow(workspace, path, { ...after, most });
}

function linksOf({ wasLink, isLink }: Difference): Pick<CommandChange, 'wasLink' | 'isLink'> {
  return { ...(wasLink === true && { wasLink }), ...(isLink === true && { isLink }) };
}

const WRITABLE = 0o222;

interface OtherModes {
  readonly beforeMode: number;
  readonly afterMode: number;
}

/** Null where a file has the permissions that it had, where it came or went, and where the system has none. */
async function findOtherModes(
  workspace: Pick<Workspace, 'locate'>,
  { path, before, after }: Difference,
): Promise<OtherModes | null> {
  if (before === null || after === null) return null;
  const [beforeMode, afterMode] = [before.mode & 0o777, after.mode & 0o777];
  if (beforeMode === afterMode) return null;
  const located = await workspace.locate(path);
  return located.ok && located.value.mode !== undefined ? { beforeMode, afterMode } : null;
}

/** Of a file that was made read-only, so that who takes it away knows that nobody else made it so. */
async function findMadeMode(
  workspace: Pick<Workspace, 'locate'>,
  { path, before, after }: Difference,
): Promise<Pick<CommandChange, 'madeMode'>> {
  const mode = (after?.mode ?? WRITABLE) & 0o777;
  if (before !== null || (mode & WRITABLE) !== 0) return {};
  const located = await workspace.locate(path);
  return located.ok && located.value.mode !== undefined ? { madeMode: mode } : {};
}

/** Names changes of which nothing is read. Permissions need no bytes. */
export async function* nameChanges(
  workspace: Pick<Workspace, 'locate'>,
  differences: readonly Difference[],
): AsyncGenerator<CommandChange> {
  for (const difference of differences) {
    const { path, before, after, isLink } = difference;
    const modes = await findOtherModes(workspace, difference);
    if (modes !== null && before !== null && after !== null && isOnlyTouched(before, after))
      yield { path, before: 'unknown', after: 'unknown', ...modes, permissionsOnly: true };
    else
      yield {
        ...linksOf(difference),
        path,
        before: isMade(difference) ? null : 'unknown',
        ...(modes ?? (before === null ? {} : { beforeMode: before.mode & 0o777 })),
        after: after === null && isLink !== true ? null : 'unknown',
        unkept: 'too_many',
      };
  }
}

function isSameContent(old: CommandChange['before'], fresh: CommandChange['after']): boolean {
  return old !== null && old !== 'unknown' && fresh !== null && fresh !== 'unknown' && isEqual(old, fresh);
}

/** Only its permissions or its other names are new. */
function isOnlyTouched(before: FileStamp, after: FileStamp): boolean {
  return (
    before.size === after.size &&
    before.modified === after.modified &&
    before.inode === after.inode &&
    (before.changed === after.changed || before.mode !== after.mode)
  );
}

async function readNow(
  workspace: Workspace,
  path: string,
  { size, most }: { readonly size: number; readonly most: number },
): Promise<CommandChange['after']> {
  if (size > most) return 'unknown';
  const read = await workspace.read(path, { maxBytes: most });
  if (read.ok) return read.value.bytes;
  return read.error.code === 'not_found' ? null : 'unknown';
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a.buffer, a.byteOffset, a.byteLength).equals(b);
}
