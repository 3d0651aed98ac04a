import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fail, rookError, succeed } from '@rook/contract';
import { expect, it, onTestFinished } from 'vitest';

import { createLocalOwnFile } from './local-own-file.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rook-own-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

const bytes = (text: string) => new TextEncoder().encode(text);

it('N-07 keeps a file that only its owner can read, and leaves no draft', async () => {
  const folder = join(await makeFolder(), 'home');
  const file = createLocalOwnFile({ folder, name: 'credentials.enc' });
  expect(await file.read()).toEqual({ ok: true, value: null });
  expect((await file.update(async () => succeed(bytes('one')))).ok).toBe(true);
  expect((await file.update(async () => succeed(null))).ok).toBe(true);
  expect(await readFile(file.path, 'utf8')).toBe('one');
  expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).toSorted()).toEqual(['credentials.enc', 'locks']);
});

it('N-07 loses no change of several that come at once', async () => {
  const folder = await makeFolder();
  const words = Array.from({ length: 20 }, (_unused, index) => `w${index};`);
  const done = await Promise.all(
    words.map(async (word) =>
      createLocalOwnFile({ folder, name: 'list' }).update(async (before) =>
        succeed(bytes(`${new TextDecoder().decode(before ?? bytes(''))}${word}`)),
      ),
    ),
  );
  expect(done.every(({ ok }) => ok)).toBe(true);
  const text = await readFile(join(folder, 'list'), 'utf8');
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
});

it('N-07 writes nothing when the change is refused', async () => {
  const folder = await makeFolder();
  const file = createLocalOwnFile({ folder, name: 'list' });
  await file.update(async () => succeed(bytes('one')));
  const refused = await file.update(async () => fail(rookError('invalid_value', 'No.')));
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_value' } });
  expect(await readFile(file.path, 'utf8')).toBe('one');
});

it('N-07 follows no link and takes no folder for a file', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'elsewhere'), 'not ours');
  await symlink(join(folder, 'elsewhere'), join(folder, 'linked'));
  await mkdir(join(folder, 'inner'));
  for (const name of ['linked', 'inner']) {
    const file = createLocalOwnFile({ folder, name });
    expect(await file.read()).toMatchObject({ ok: false, error: { code: 'not_readable' } });
    expect(await file.update(async () => succeed(bytes('x')))).toMatchObject({ ok: false });
  }
  expect(await readFile(join(folder, 'elsewhere'), 'utf8')).toBe('not ours');
});

it.skipIf(process.platform === 'win32')('N-07 takes nothing from a file that others can read', async () => {
  const file = createLocalOwnFile({ folder: await makeFolder(), name: 'list' });
  await file.update(async () => succeed(bytes('one')));
  await chmod(file.path, 0o640);
  const read = await file.read();
  expect(read).toMatchObject({ ok: false, error: { code: 'not_readable' } });
  expect(JSON.stringify(read)).toMatch(/mode 640.*chmod 600.*renew the keys/);
  expect(await file.update(async () => succeed(bytes('two')))).toMatchObject({ ok: false });
});

it.skipIf(process.platform === 'win32')(
  'N-11 takes a file without secrets as an editor wrote it, unless others can change it',
  async () => {
    const file = createLocalOwnFile({ folder: await makeFolder(), name: 'rules.json', isOpen: true });
    await writeFile(file.path, 'one');
    await chmod(file.path, 0o644);
    expect(await file.read()).toMatchObject({ ok: true });
    await chmod(file.path, 0o664);
    const read = await file.read();
    expect(read).toMatchObject({ ok: false, error: { code: 'not_readable' } });
    expect(JSON.stringify(read)).toMatch(/changed by other users.*mode 664.*look through it/);
    expect(await file.update(async () => succeed(bytes('two')))).toMatchObject({ ok: false });
  },
);
