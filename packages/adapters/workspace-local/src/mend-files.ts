import { basename, dirname } from 'node:path';

import { succeed, type ContentHash, type Result } from '@rook/contract';
import type { KeepBytes, MendedFile, MendOptions } from '@rook/engine';

import type { ApplyWatch } from './apply-watch.ts';
import { belongsTo, isDraft } from './beside-names.ts';
import { locatePath } from './locate-path.ts';
import { openFolder, type OpenFolder } from './open-folder.ts';
import { readBeside } from './read-file.ts';
import { lookAt, putBack, removeName } from './swap-file.ts';

/** Puts in order what a process that died left beside these files; see the port. */
export async function mendFiles(
  root: string,
  paths: readonly string[],
  { keep, before, watch }: MendOptions & { readonly keep: KeepBytes; readonly watch: ApplyWatch },
): Promise<Result<readonly MendedFile[]>> {
  const places: LeftPlace[] = [];
  for (const path of paths) {
    const real = await locateReal(root, path);
    const place =
      real === null ? null : inFolder(root, real, (folder) => findLeft(folder, { real, path, watch }));
    if (place !== null) places.push(place);
  }
  const mended: MendedFile[] = [];
  for (const [index, place] of places.entries()) {
    // They are taken one after the other: where a later one was taken, this one had been written.
    const isPassed = places.slice(index + 1).some(({ isTaken }) => isTaken);
    const opened = openFolder(root, dirname(place.real));
    if (!opened.ok) continue;
    try {
      const done = await mendFile(opened.value, place, { keep, before, isPassed, mended });
      if (!done.ok) return done;
    } finally {
      opened.value.close();
    }
  }
  return succeed(mended);
}

async function locateReal(root: string, path: string): Promise<string | null> {
  const place = await locatePath(root, path);
  return place.ok ? place.value.real : null;
}

/** Where there is no folder any more, nothing was left in it. */
function inFolder<Value>(
  root: string,
  real: string,
  look: (folder: OpenFolder) => Value | null,
): Value | null {
  const opened = openFolder(root, dirname(real));
  if (!opened.ok) return null;
  try {
    return look(opened.value);
  } finally {
    opened.value.close();
  }
}

/** A file beside which something was left. */
interface LeftPlace {
  readonly real: string;
  readonly name: string;
  readonly path: string;
  readonly drafts: readonly string[];
  readonly held: readonly string[];
  /** New content that was moved aside again: it was about to be undone. */
  readonly undone: readonly string[];
  /** What has the name is the new content. */
  readonly isPlaced: boolean;
  readonly isTaken: boolean;
}

function findLeft(
  folder: OpenFolder,
  { real, path, watch }: { readonly real: string; readonly path: string; readonly watch: ApplyWatch },
): LeftPlace | null {
  watch('mend', path);
  const name = basename(real);
  // Only files are ever moved aside for long; a folder or a link of such a name is somebody's own and stays.
  const left = folder
    .names()
    .filter((found) => belongsTo(found, name) && lookAt(folder, found)?.isFile() === true);
  if (left.length === 0) return null;
  const inodeOf = (found: string) => lookAt(folder, found)?.ino ?? null;
  const drafts = left.filter((found) => isDraft(found));
  const made = new Set(drafts.map((found) => inodeOf(found)));
  const aside = left.filter((found) => !isDraft(found));
  const undone = aside.filter((found) => made.has(inodeOf(found)));
  const held = aside.filter((found) => !undone.includes(found));
  const there = inodeOf(name);
  const isPlaced = there !== null && made.has(there);
  return { real, name, path, drafts, held, undone, isPlaced, isTaken: isPlaced || held.length > 0 };
}

interface Mending {
  readonly before: MendOptions['before'] | undefined;
  readonly keep: KeepBytes;
  readonly isPassed: boolean;
  readonly mended: MendedFile[];
}

async function mendFile(
  folder: OpenFolder,
  place: LeftPlace,
  { keep, before, isPassed, mended }: Mending,
): Promise<Result<void>> {
  const { name, path, drafts, held, undone } = place;
  const wasPlaced = place.isPlaced || drafts.length === 0 || isPassed;
  // What was moved aside last was there last.
  const movedAt = (found: string) => lookAt(folder, found)?.ctimeNs ?? 0n;
  for (const aside of held.toSorted((a, b) => (movedAt(a) < movedAt(b) ? 1 : -1))) {
    const there = lookAt(folder, name);
    if (there !== null && there.ino === lookAt(folder, aside)?.ino) {
      removeName(folder, aside);
      continue;
    }
    const read = await readBeside(folder.at(aside), true);
    if (!read.ok) {
      // It cannot be read; where its place is free, it has it again.
      putBack(folder, aside, name);
      continue;
    }
    const { hash, pieces } = read.value;
    const isOld = before?.get(path) === hash && drafts.length > 0 && undone.length === 0;
    const isDeleted = there === null && isOld && isPassed;
    const isBack = !isDeleted && putBack(folder, aside, name);
    if (!isBack) {
      const kept: Result<ContentHash> = await keep(path, Buffer.concat(pieces));
      if (!kept.ok) return kept;
      removeName(folder, aside);
    }
    mended.push({ path, how: isBack ? 'put_back' : isDeleted ? 'deleted' : 'kept', hash, wasPlaced });
  }
  // Where nothing else could have the name, it is what was there last.
  for (const found of undone) if (held.length > 0 || !putBack(folder, found, name)) removeName(folder, found);
  if (before === undefined) for (const draft of drafts) removeName(folder, draft);
  else if (held.length === 0) mended.push({ path, how: 'beside', hash: null, wasPlaced });
  await folder.sync();
  return succeed(undefined);
}
