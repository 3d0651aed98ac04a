import { basename, dirname, join } from 'node:path';

import { succeed, type ContentHash, type Result } from '@rook/contract';
import { findKindChanges, type KeepBytes, type MendedFile, type MendOptions } from '@rook/engine';

import type { ApplyWatch } from './apply-watch.ts';
import { besideByKey, isDraft, keyOf } from './beside-names.ts';
import { besideOf } from './check-changes.ts';
import { createFolderRoom, enterFolder, type FolderRoom } from './enter-folder.ts';
import { locatePath, type Place } from './locate-path.ts';
import { openFolder, type OpenFolder } from './open-folder.ts';
import { readBeside } from './read-file.ts';
import { locateLink } from './read-link.ts';
import { lookAt, lookAtSeat, putBack, removeName } from './swap-file.ts';

/** Puts in order what a process that died left beside these files; see the port. */
export async function mendFiles(
  root: string,
  paths: readonly string[],
  { keep, before, links, watch }: MendOptions & { readonly keep: KeepBytes; readonly watch: ApplyWatch },
): Promise<Result<readonly MendedFile[]>> {
  const places: LeftPlace[] = [];
  const kinds = findKindChanges(paths);
  const leftIn = createLister(root);
  for (const path of paths) {
    const isLink = links?.has(path) === true;
    for (const spot of await findSpots(root, { path, isLink, outer: kinds.outerOf(path) })) {
      watch('mend', path);
      const left = leftIn(spot.folder, spot.name);
      if (left.length === 0) continue;
      const place = inFolder(root, spot.folder, (folder) =>
        findLeft(folder, { ...spot, path, left, isLink }),
      );
      if (place !== null) places.push(place);
    }
  }
  const mended: MendedFile[] = [];
  const lastTaken = places.findLastIndex(({ isTaken }) => isTaken);
  for (const [index, place] of places.entries()) {
    // They are taken one after the other: where a later one was taken, this one had been written.
    const isPassed = index < lastTaken;
    const opened = openFolder(root, place.folder);
    if (!opened.ok) continue;
    const room = createFolderRoom(root);
    try {
      const done = await mendFile(opened.value, place, { keep, before, isPassed, mended, room });
      if (!done.ok) return done;
    } finally {
      opened.value.close();
      for (const folder of room.folders.values()) folder.close();
    }
  }
  return succeed(mended);
}

/** Where something may lie that was left of a file. */
interface Spot {
  readonly real: string;
  /** The folder in which it lies, and the name of the file from there. */
  readonly folder: string;
  readonly name: string;
}

interface Left {
  readonly path: string;
  /** The set puts or takes away a link there. */
  readonly isLink: boolean;
  readonly outer: string | null;
}

/** Beside the file, and beside that of the path around it, which gave way to it or had to wait for it. */
async function findSpots(root: string, { path, isLink, outer }: Left): Promise<readonly Spot[]> {
  const link = outer === null ? null : await locateLink(root, outer);
  const isBehind = link?.ok === true && link.value.kind === 'other';
  // What was left of a link lies beside itself, whatever it leads to; and behind one lies what somebody else has.
  const place = await (isLink ? locateLink : locatePath)(root, path);
  const spots = place.ok && !isBehind ? [besideIn(place.value.real)] : [];
  const around = outer === null || isBehind ? link : await locatePath(root, outer);
  if (outer === null || around?.ok !== true || around.value.path !== outer) return spots;
  const real = join(around.value.real, path.slice(outer.length));
  const inside: Place = { path, real, kind: 'missing', bytes: null };
  return [...spots, { real, ...besideOf({ place: inside, outer: around.value }) }];
}

function besideIn(real: string): Spot {
  return { real, folder: dirname(real), name: basename(real) };
}

/** What lies beside a file, where each folder is read once: nobody changes files of this workspace meanwhile. */
function createLister(root: string): (folder: string, name: string) => readonly string[] {
  const folders = new Map<string, ReadonlyMap<string, readonly string[]>>();
  return (real, name) => {
    const known = folders.get(real) ?? inFolder(root, real, (folder) => besideByKey(folder.names()));
    folders.set(real, known ?? new Map());
    return known?.get(keyOf(name)) ?? [];
  };
}

/** Where there is no folder any more, nothing was left in it. */
function inFolder<Value>(
  root: string,
  folder: string,
  look: (folder: OpenFolder) => Value | null,
): Value | null {
  const opened = openFolder(root, folder);
  if (!opened.ok) return null;
  try {
    return look(opened.value);
  } finally {
    opened.value.close();
  }
}

/** A file beside which something was left. */
interface LeftPlace extends Spot {
  readonly path: string;
  readonly drafts: readonly string[];
  readonly held: readonly string[];
  /** New content that was moved aside again: it was about to be undone. */
  readonly undone: readonly string[];
  /** What has the name is the new content. */
  readonly isPlaced: boolean;
  readonly isTaken: boolean;
}

interface FoundBeside extends Spot, Pick<Left, 'path' | 'isLink'> {
  readonly left: readonly string[];
}

function findLeft(folder: OpenFolder, { path, left: names, isLink, ...spot }: FoundBeside): LeftPlace | null {
  const { name } = spot;
  // Only what a set is about is ever moved aside for long; a folder or another link of such a name is somebody's own and stays.
  const left = names.filter((found) => {
    const there = lookAt(folder, found);
    return there?.isFile() === true || (isLink && there?.isSymbolicLink() === true);
  });
  if (left.length === 0) return null;
  const inodeOf = (found: string) => lookAt(folder, found)?.ino ?? null;
  const drafts = left.filter((found) => isDraft(found));
  const made = new Set(drafts.map((found) => inodeOf(found)));
  const aside = left.filter((found) => !isDraft(found));
  const undone = aside.filter((found) => made.has(inodeOf(found)));
  const held = aside.filter((found) => !undone.includes(found));
  const there = lookAtSeat({ seat: () => folder.at(name) })?.ino ?? null;
  const isPlaced = there !== null && made.has(there);
  return { ...spot, path, drafts, held, undone, isPlaced, isTaken: isPlaced || held.length > 0 };
}

interface Mending {
  readonly before: MendOptions['before'] | undefined;
  readonly keep: KeepBytes;
  readonly isPassed: boolean;
  readonly mended: MendedFile[];
  /** Folders that were opened for it. */
  readonly room: FolderRoom;
}

async function mendFile(
  folder: OpenFolder,
  place: LeftPlace,
  { keep, before, isPassed, mended, room }: Mending,
): Promise<Result<void>> {
  const { name, path, drafts, held, undone } = place;
  const wasPlaced = place.isPlaced || drafts.length === 0 || isPassed;
  // What was moved aside last was there last.
  const movedAt = (found: string) => lookAt(folder, found)?.ctimeNs ?? 0n;
  for (const aside of held.toSorted((a, b) => (movedAt(a) < movedAt(b) ? 1 : -1))) {
    const there = lookAtSeat({ seat: () => folder.at(name) });
    if (there !== null && there.ino === lookAt(folder, aside)?.ino) {
      removeName(folder, aside);
      continue;
    }
    const read = await readBeside(folder.at(aside), true);
    if (!read.ok) {
      // It cannot be read; where its place is free, it has it again.
      giveBack(room, place, { aside: folder.at(aside), isMade: true });
      continue;
    }
    const { hash, pieces } = read.value;
    const isOld = before?.get(path) === hash && drafts.length > 0 && undone.length === 0;
    const isDeleted = there === null && isOld && isPassed;
    const isBack = !isDeleted && giveBack(room, place, { aside: folder.at(aside), isMade: true });
    if (!isBack) {
      const kept: Result<ContentHash> = await keep(path, Buffer.concat(pieces));
      if (!kept.ok) return kept;
      removeName(folder, aside);
    }
    mended.push({ path, how: isBack ? 'put_back' : isDeleted ? 'deleted' : 'kept', hash, wasPlaced });
  }
  // Where nothing else could have the name, it is what was there last.
  for (const found of undone) {
    const back = { aside: folder.at(found), isMade: false };
    if (held.length > 0 || !giveBack(room, place, back)) removeName(folder, found);
  }
  if (before === undefined) for (const draft of drafts) removeName(folder, draft);
  else if (held.length === 0) mended.push({ path, how: 'beside', hash: null, wasPlaced });
  await folder.sync();
  return succeed(undefined);
}

/** Gives what lies aside its place again; false where that is taken. With `isMade` also where its folder is gone, which is made then. */
function giveBack(
  room: FolderRoom,
  { real }: LeftPlace,
  { aside, isMade }: { readonly aside: string; readonly isMade: boolean },
): boolean {
  const entered = enterFolder(room, dirname(real), { isMade });
  return entered.ok && putBack(aside, entered.value.at(basename(real)));
}
