import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { ensureOwnFolder, makeOwnFolderSync, prepareWorkspaceFolder } from './own-folder.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rook-own-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('makes every folder that is missing for its owner alone, and leaves those that are there', async () => {
  await mkdir(join(folder, 'a'), { mode: 0o755 });
  const made = join(folder, 'a/b/c/d');
  expect((await Promise.all([1, 2, 3].map(async () => ensureOwnFolder(made)))).every(({ ok }) => ok)).toBe(
    true,
  );
  const modes = await Promise.all(
    ['a', 'a/b', 'a/b/c', 'a/b/c/d'].map(async (path) => (await stat(join(folder, path))).mode & 0o777),
  );
  expect(modes).toEqual([0o755, 0o700, 0o700, 0o700]);
  expect(ensureOwnFolder(made).ok).toBe(true);
});

it.each(['file', 'file/deep/er', 'link'])('says that %s cannot be made', async (path) => {
  await writeFile(join(folder, 'file'), '');
  await symlink(join(folder, 'nowhere'), join(folder, 'link'));
  expect(ensureOwnFolder(join(folder, path))).toMatchObject({
    ok: false,
    error: { code: 'not_writable' },
  });
});

it.skipIf(!existsSync('/proc/self'))('T-15 ends where the system never makes a folder', async () => {
  const made = ensureOwnFolder('/proc/rook/deep');
  expect(made).toMatchObject({ ok: false, error: { code: 'not_writable' } });
  expect(JSON.stringify(made)).toContain('/proc/rook/deep');
});

it('R-09 makes a folder also for who cannot wait', async () => {
  const made = join(folder, 'a/b');
  makeOwnFolderSync(made);
  makeOwnFolderSync(made);
  expect((await stat(made)).mode & 0o777).toBe(0o700);
  await writeFile(join(folder, 'file'), '');
  expect(() => makeOwnFolderSync(join(folder, 'file/deep'))).toThrow('ENOTDIR');
});

it.skipIf(!existsSync('/proc/self'))(
  'R-09 who cannot wait is told where the system never makes a folder',
  () => {
    expect(() => makeOwnFolderSync('/proc/rook/deep')).toThrow('ENOENT');
  },
);

it.skipIf(!existsSync('/proc/self'))('B-31 gives advice only where it helps', async () => {
  const prepared = await prepareWorkspaceFolder('/proc/rook/.rook');
  expect(prepared).toMatchObject({ ok: false, error: { code: 'not_writable' } });
  expect(JSON.stringify(prepared)).not.toContain('--workspace');
});
