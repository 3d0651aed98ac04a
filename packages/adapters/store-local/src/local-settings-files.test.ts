import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { succeed } from '@rook/contract';
import type { SettingsFiles } from '@rook/engine';
import { failedCases, settingsFilesSuite } from '@rook/engine/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLocalSettingsFiles } from './local-settings-files.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rook-store-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function open(name = 'a'): SettingsFiles {
  return createLocalSettingsFiles({
    home: join(folder, name, 'home'),
    workspaceFolder: join(folder, name, '.rook'),
  });
}

it('passes the suite of its port', async () => {
  let count = 0;
  const failed = await failedCases(settingsFilesSuite, () => {
    count += 1;
    const name = String(count);
    return () => open(name);
  });
  expect(failed).toEqual([]);
  expect(count).toBe(settingsFilesSuite.length);
});

it('makes folders and files that only their owner can read', async () => {
  await open().update('user', () => succeed('{}'));
  await open().update('workspace', () => succeed('{}'));
  const modes = await Promise.all(
    ['a/home', 'a/home/settings.json', 'a/.rook', 'a/.rook/settings.json', 'a/.rook/locks'].map(
      async (path) => ((await stat(join(folder, path))).mode & 0o777).toString(8),
    ),
  );
  expect(modes).toEqual(['700', '600', '700', '600', '700']);
  expect(await readFile(join(folder, 'a/.rook/.gitignore'), 'utf8')).toBe('*\n');
});

it('keeps the mode of a file and follows the link that the user made for their own file', async () => {
  await mkdir(join(folder, 'a/home'), { recursive: true });
  await writeFile(join(folder, 'dotfile.json'), '{}');
  await chmod(join(folder, 'dotfile.json'), 0o640);
  await symlink(join(folder, 'dotfile.json'), join(folder, 'a/home/settings.json'));
  expect(await open().update('user', () => succeed('{"mode":"safe"}'))).toEqual({
    ok: true,
    value: undefined,
  });
  expect(await readFile(join(folder, 'dotfile.json'), 'utf8')).toBe('{"mode":"safe"}');
  expect((await stat(join(folder, 'dotfile.json'))).mode & 0o777).toBe(0o640);
  expect(await readlink(join(folder, 'a/home/settings.json'))).toBe(join(folder, 'dotfile.json'));
});

it.each(['../dotfiles/rook.json', '../link/../rook.json', 'second.json'])(
  'makes the file that the user’s link to %s leads to, and leaves the link',
  async (target) => {
    await mkdir(join(folder, 'a/home'), { recursive: true });
    await mkdir(join(folder, 'a/dotfiles/deep'), { recursive: true });
    await symlink(join(folder, 'a/dotfiles/deep'), join(folder, 'a/link'));
    await symlink(join(folder, 'a/dotfiles/rook.json'), join(folder, 'a/home/second.json'));
    await symlink(target, join(folder, 'a/home/settings.json'));
    expect((await open().update('user', () => succeed('{"mode":"safe"}'))).ok).toBe(true);
    expect(await readFile(join(folder, 'a/dotfiles/rook.json'), 'utf8')).toBe('{"mode":"safe"}');
    expect(await readlink(join(folder, 'a/home/settings.json'))).toBe(target);
  },
);

it('refuses to make the folder that the user’s link leads into', async () => {
  await mkdir(join(folder, 'a/home'), { recursive: true });
  await symlink('../nowhere/rook.json', join(folder, 'a/home/settings.json'));
  const written = await open().update('user', () => succeed('{}'));
  expect(written).toMatchObject({ ok: false, error: { code: 'not_writable' } });
  expect(JSON.stringify(written)).toMatch(
    /nowhere\/rook\.json, whose folder is missing.*Nothing was written/,
  );
  expect(await readlink(join(folder, 'a/home/settings.json'))).toBe('../nowhere/rook.json');
});

it('has no workspace file where the workspace’s folder is the user’s own, and says why', async () => {
  const home = join(folder, 'home');
  const files = createLocalSettingsFiles({ home, workspaceFolder: home });
  expect(files.path('workspace')).toBeNull();
  const written = await files.update('workspace', () => succeed('{}'));
  expect(written).toMatchObject({ ok: false, error: { code: 'no_workspace' } });
  expect(JSON.stringify(written)).toContain('is your own file');
});

it('leaves no draft behind', async () => {
  for (let round = 0; round < 5; round += 1) await open().update('user', () => succeed(`{"r":${round}}`));
  expect((await readdir(join(folder, 'a/home'))).toSorted()).toEqual(['locks', 'settings.json']);
});

const hostile: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'the folder is a link',
    async () => {
      await mkdir(join(folder, 'elsewhere'));
      await mkdir(join(folder, 'a'));
      await symlink(join(folder, 'elsewhere'), join(folder, 'a/.rook'));
    },
  ],
  [
    'the folder is a file',
    async () => {
      await mkdir(join(folder, 'a'));
      await writeFile(join(folder, 'a/.rook'), '');
    },
  ],
  [
    'the locks are a link',
    async () => {
      await mkdir(join(folder, 'elsewhere'));
      await mkdir(join(folder, 'a/.rook'), { recursive: true });
      await symlink(join(folder, 'elsewhere'), join(folder, 'a/.rook/locks'));
    },
  ],
  [
    'the settings file is a link',
    async () => {
      await writeFile(join(folder, 'elsewhere'), '{"mode":"safe"}');
      await mkdir(join(folder, 'a/.rook'), { recursive: true });
      await symlink(join(folder, 'elsewhere'), join(folder, 'a/.rook/settings.json'));
    },
  ],
];

it.each(hostile)('T-14 neither reads nor writes in a workspace where %s', async (_title, prepare) => {
  await prepare();
  const read = await open().read('workspace');
  expect(read.ok).toBe(false);
  expect(await open().update('workspace', () => succeed('{}'))).toMatchObject({ ok: false });
  const elsewhere = await lstat(join(folder, 'elsewhere')).catch(() => null);
  const text = elsewhere?.isFile() === true ? await readFile(join(folder, 'elsewhere'), 'utf8') : 'untouched';
  expect(['untouched', '{"mode":"safe"}']).toContain(text);
  expect(elsewhere?.isDirectory() === true ? await readdir(join(folder, 'elsewhere')) : []).toEqual([]);
});

it('says why a file cannot be read: too large, not text, a folder', async () => {
  await mkdir(join(folder, 'a/home/settings.json'), { recursive: true });
  expect(await open().read('user')).toMatchObject({ ok: false, error: { code: 'not_readable' } });
  await mkdir(join(folder, 'b/home'), { recursive: true });
  await writeFile(join(folder, 'b/home/settings.json'), Buffer.from([0xff, 0xfe, 0x00]));
  expect(await open('b').read('user')).toMatchObject({ ok: false, error: { code: 'not_readable' } });
  await writeFile(join(folder, 'b/home/settings.json'), ' '.repeat(1_000_001));
  expect(JSON.stringify(await open('b').read('user'))).toContain('larger than');
});

it('has no workspace file where there is no workspace', async () => {
  const files = createLocalSettingsFiles({ home: join(folder, 'home'), workspaceFolder: null });
  expect(files.path('workspace')).toBeNull();
  expect(await files.read('workspace')).toEqual({ ok: true, value: null });
  expect(await files.update('workspace', () => succeed('{}'))).toMatchObject({
    error: { code: 'no_workspace' },
  });
});
