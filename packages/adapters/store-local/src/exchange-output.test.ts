import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { checkOutput, writeOutput } from './exchange-output.ts';

let root = '';
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'rook-output-')));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const keep = { force: false, ownFolders: [] };
const force = { force: true, ownFolders: [] };

async function* chunks(...texts: readonly (string | undefined)[]): AsyncGenerator<Result<string>> {
  for (const text of texts) yield text === undefined ? fail(rookError('busy', 'It broke.')) : succeed(text);
}

it('I-42 writes an export whole, for its owner alone', async () => {
  const path = join(root, 'out.jsonl');
  expect((await writeOutput(path, chunks('one\n', 'two\n'), keep)).ok).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(path)).nlink).toBe(1);
  expect(await readdir(root)).toEqual(['out.jsonl']);
});

it('never writes over a file that is there, unless by force, and never over anything else', async () => {
  const path = join(root, 'out');
  await writeFile(path, 'mine', { mode: 0o644 });
  expect(await writeOutput(path, chunks('x'), keep)).toMatchObject({ ok: false, error: { code: 'exists' } });
  expect(await readFile(path, 'utf8')).toBe('mine');
  expect((await writeOutput(path, chunks('x'), force)).ok).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('x');
  await mkdir(join(root, 'folder'));
  await symlink(path, join(root, 'link'));
  for (const name of ['folder', 'link'])
    expect(await checkOutput(join(root, name), force)).toMatchObject({ error: { code: 'exists' } });
  expect((await readdir(root)).toSorted()).toEqual(['folder', 'link', 'out']);
});

it('leaves no part of a file behind when a chunk or the disk fails', async () => {
  const path = join(root, 'out');
  expect(await writeOutput(path, chunks('one\n', undefined), keep)).toMatchObject({
    error: { code: 'busy' },
  });
  await writeFile(path, 'mine');
  expect((await writeOutput(path, chunks('one\n', undefined), force)).ok).toBe(false);
  expect([await readdir(root), await readFile(path, 'utf8')]).toEqual([['out'], 'mine']);
  const gone = await writeOutput(join(root, 'no', 'such', 'out'), chunks('x'), keep);
  expect(gone).toMatchObject({ ok: false, error: { code: 'not_writable' } });
});

it('does not take a name that somebody else took while it was written', async () => {
  const path = join(root, 'out');
  async function* late(): AsyncGenerator<Result<string>> {
    yield succeed('ours');
    await writeFile(path, 'theirs');
  }
  expect((await writeOutput(path, late(), keep)).ok).toBe(false);
  expect([await readdir(root), await readFile(path, 'utf8')]).toEqual([['out'], 'theirs']);
});

it('refuses to write into the folders of Rook, also by a link', async () => {
  const own = join(root, '.rook');
  await mkdir(join(own, 'chats'), { recursive: true });
  await symlink(join(own, 'chats'), join(root, 'elsewhere'));
  const rules = { force: true, ownFolders: [own] };
  for (const name of ['.rook/x', '.rook/chats/x', 'elsewhere/x', '.rook'])
    expect(await checkOutput(join(root, name), rules), name).toMatchObject({ error: { code: 'protected' } });
  expect(await checkOutput(join(root, '.rookery'), rules)).toEqual({
    ok: true,
    value: join(root, '.rookery'),
  });
});
