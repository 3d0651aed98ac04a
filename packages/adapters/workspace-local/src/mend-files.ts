import { basename, dirname } from 'node:path';

import { succeed, type ContentHash, type Result } from '@rook/contract';
import type { KeepBytes, MendedFile } from '@rook/engine';

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
  keep: KeepBytes,
  watch: ApplyWatch,
): Promise<Result<readonly MendedFile[]>> {
  const mended: MendedFile[] = [];
  for (const path of paths) {
    const place = await locatePath(root, path);
    const real = place.ok ? place.value.real : null;
    const folder = real === null ? null : openFolder(root, dirname(real));
    // Where there is no folder any more, nothing was left in it.
    if (real === null || folder?.ok !== true) continue;
    try {
      watch('mend', path);
      const done = await mendFile({ folder: folder.value, name: basename(real), path }, keep, mended);
      if (!done.ok) return done;
    } finally {
      folder.value.close();
    }
  }
  return succeed(mended);
}

interface MendedPlace {
  readonly folder: OpenFolder;
  readonly name: string;
  readonly path: string;
}

async function mendFile(place: MendedPlace, keep: KeepBytes, mended: MendedFile[]): Promise<Result<void>> {
  const { folder, name, path } = place;
  const left = folder.names().filter((found) => belongsTo(found, name));
  if (left.length === 0) return succeed(undefined);
  for (const draft of left.filter((found) => isDraft(found))) removeName(folder, draft);
  const held = left.filter((found) => !isDraft(found));
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
      // A folder or a link, which somebody had put into the file's place; or it cannot be read, and stays.
      putBack(folder, aside, name);
      continue;
    }
    const how = putBack(folder, aside, name) ? 'put_back' : 'kept';
    if (how === 'kept') {
      const kept: Result<ContentHash> = await keep(path, Buffer.concat(read.value.pieces));
      if (!kept.ok) return kept;
      removeName(folder, aside);
    }
    mended.push({ path, how, hash: read.value.hash });
  }
  await folder.sync();
  return succeed(undefined);
}
