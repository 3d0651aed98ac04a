import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { makeScratchFolder } from './scratch-folder.ts';

const HOUR_MILLISECONDS = 3_600_000;

function makeParent(): string {
  const parent = mkdtempSync(join(tmpdir(), 'rook-scratch-test-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return parent;
}

const wishIn = (parent: string, hours = 0) => ({
  prefix: 'rook-tour-',
  files: (folder: string) => ({ 'a/b.txt': `in ${folder}` }),
  now: new Date(Date.now() + hours * HOUR_MILLISECONDS),
  parent,
});

it('Q-12 makes a folder with its files, and removes all of it', async () => {
  const made = await makeScratchFolder(wishIn(makeParent()));
  if (!made.ok) throw new Error(made.error.message);
  const { path, write, remove } = made.value;
  expect(readFileSync(join(path, 'a/b.txt'), 'utf8')).toBe(`in ${path}`);
  expect(await write('a/b.txt', 'other')).toEqual({ ok: true, value: undefined });
  expect(readFileSync(join(path, 'a/b.txt'), 'utf8')).toBe('other');
  expect(await write('a/b.txt/c', 'no')).toMatchObject({ ok: false, error: { code: 'not_writable' } });
  await remove();
  expect(existsSync(path)).toBe(false);
});

it('Q-12 removes what a killed process left a day later, and nothing else', async () => {
  const parent = makeParent();
  const make = (name: string, owner: string): void => {
    mkdirSync(join(parent, name));
    writeFileSync(join(parent, name, 'process'), owner);
  };
  make('rook-tour-dead', '999999999\n');
  make('rook-tour-alive', `${process.pid}\n`);
  make('other', '999999999\n');
  symlinkSync(join(parent, 'other'), join(parent, 'rook-tour-link'));
  const isThere = (name: string): boolean => existsSync(join(parent, name));
  for (const [hours, left] of [
    [23, true],
    [25, false],
  ] as const) {
    const made = await makeScratchFolder(wishIn(parent, hours));
    expect(made.ok).toBe(true);
    if (made.ok) await made.value.remove();
    expect(isThere('rook-tour-dead')).toBe(left);
  }
  expect(['rook-tour-alive/process', 'other/process', 'rook-tour-link'].map(isThere)).toEqual([
    true,
    true,
    true,
  ]);
});

it('Q-12 says where no folder can be made', async () => {
  const made = await makeScratchFolder(wishIn(join(makeParent(), 'missing')));
  expect(made).toMatchObject({ ok: false, error: { code: 'not_writable' } });
});
