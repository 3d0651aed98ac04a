import { mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { createKeptBytes } from './local-kept-bytes.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rook-kept-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

const bytes = (text: string) => new TextEncoder().encode(text);

it('E-16 keeps bytes for their owner alone, and leaves no draft', async () => {
  const folder = await makeFolder();
  const kept = createKeptBytes({ folder, name: 'folders' });
  expect(await kept.read()).toBeNull();
  await kept.write(bytes('one'));
  await kept.write(bytes('two'));
  expect(new TextDecoder().decode((await kept.read()) ?? bytes(''))).toBe('two');
  expect((await stat(join(folder, 'folders'))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['folders']);
});

it('E-16 makes no folder for them, and reads none through a link', async () => {
  const folder = await makeFolder();
  await createKeptBytes({ folder: join(folder, 'none'), name: 'folders' }).write(bytes('one'));
  await writeFile(join(folder, 'other'), 'other');
  await symlink('other', join(folder, 'folders'));
  expect((await readdir(folder)).toSorted()).toEqual(['folders', 'other']);
  expect(await createKeptBytes({ folder, name: 'folders' }).read()).toBeNull();
});
