import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { failedCases, fileClonesSuite, type FileClonesStage } from '@rook/engine/testing';
import { expect, it, onTestFinished } from 'vitest';

import { beginCloneFolder, finishCloneFolder, removeLeftClones } from './clone-folder.ts';
import { tryLock } from './file-lock.ts';
import { createFileClones } from './local-file-clones.ts';

function makeRoot(parent = tmpdir()): { readonly root: string; readonly folder: string } {
  const root = realpathSync(mkdtempSync(join(parent, 'rook-clones-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, '.rook');
  mkdirSync(folder, { mode: 0o700 });
  return { root, folder };
}

function stampOf(path: string) {
  const { size, mode, ino: inode, mtimeMs: modified, ctimeMs: changed } = lstatSync(path);
  return { size, mode, inode, modified, changed };
}

/** A file system that clones nothing. */
const MEMORY = '/dev/shm';

it.skipIf(!existsSync(MEMORY))(
  'E-16 keeps what clones promise where the file system cannot clone, and asks it once',
  async () => {
    const failed = await failedCases(fileClonesSuite, () => {
      const { root, folder } = makeRoot(MEMORY);
      const stage: FileClonesStage = {
        clones: createFileClones({ root, folder }),
        canClone: false,
        put: async (path, bytes) => {
          mkdirSync(dirname(join(root, path)), { recursive: true });
          writeFileSync(join(root, path), bytes);
        },
        remove: async (path) => rmSync(join(root, path)),
        stamp: async (path) => stampOf(join(root, path)),
      };
      return () => stage;
    });
    expect(failed).toEqual([]);
    const { root, folder } = makeRoot(MEMORY);
    const clones = createFileClones({ root, folder });
    expect(await clones.isPossible()).toBe(false);
    expect(readdirSync(join(folder, 'clones'))).toEqual([]);
    // Where it would be asked again, the folder would be made again.
    rmSync(join(folder, 'clones'), { recursive: true });
    writeFileSync(join(root, 'a'), 'a');
    expect([await clones.isPossible(), (await clones.take([['a', stampOf(join(root, 'a'))]])).size]).toEqual([
      false,
      0,
    ]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

it('E-16 makes nothing where the own folder is not there, or leads elsewhere', async () => {
  const { root, folder } = makeRoot();
  rmSync(folder, { recursive: true });
  expect(await createFileClones({ root, folder }).isPossible()).toBe(false);
  expect(existsSync(folder)).toBe(false);
  const other = makeRoot();
  for (const way of [folder, join(other.folder, 'clones')]) {
    const target = makeRoot().root;
    mkdirSync(join(target, 'left', 'inner'), { recursive: true });
    symlinkSync(target, way);
    const own = way === folder ? folder : other.folder;
    const clones = createFileClones({ root: dirname(own), folder: own });
    expect(await clones.isPossible()).toBe(false);
    await removeLeftClones(own);
    expect(readdirSync(target).toSorted()).toEqual(['.rook', 'left']);
  }
});

it('E-16 removes what a dead process left, and nothing that somebody has', async () => {
  const { root, folder } = makeRoot();
  const begun = beginCloneFolder(folder);
  const mine = begun.ok ? await finishCloneFolder(begun.value) : begun;
  if (!mine.ok) throw new Error(mine.error.message);
  const all = join(folder, 'clones');
  for (const name of ['dead', 'half-removed', 'held', 'beginning.new', 'begun-long-ago.new']) {
    mkdirSync(join(all, name));
    writeFileSync(join(all, name, '1'), 'clone');
    if (name !== 'half-removed') writeFileSync(join(all, name, 'lock'), '');
  }
  const old = Date.now() / 1000 - 2 * 86_400;
  utimesSync(join(all, 'begun-long-ago.new'), old, old);
  writeFileSync(join(root, 'kept'), 'kept');
  symlinkSync(root, join(all, 'link'));
  const lock = tryLock(join(all, 'held', 'lock'));
  if (!lock.ok) throw new Error(lock.error.message);
  await removeLeftClones(folder);
  const own = mine.value.path.slice(all.length + 1);
  expect(readdirSync(all).toSorted()).toEqual([own, 'beginning.new', 'held', 'link'].toSorted());
  expect(existsSync(join(root, 'kept'))).toBe(true);
  lock.value.close();
  mine.value.remove();
  mine.value.remove();
  expect(existsSync(mine.value.path)).toBe(false);
});
