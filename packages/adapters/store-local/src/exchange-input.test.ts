import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Result } from '@rook/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { keepInput, openInputFile, type ExchangeInput } from './exchange-input.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rook-input-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function textOf(input: Result<ExchangeInput>): Promise<string> {
  if (!input.ok) throw new Error(input.error.message);
  let text = '';
  for await (const batch of input.value.read()) {
    if (!batch.ok) throw new Error(batch.error.message);
    for (const { bytes, finished } of batch.value)
      text += new TextDecoder().decode(bytes) + (finished ? '\n' : '');
  }
  return text;
}

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('one\nt');
  yield Buffer.from('wo\n');
}

async function* brokenPieces(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('one\n');
  throw new Error('broken pipe');
}

it('I-42 reads a file as often as it is asked, also behind a link', async () => {
  const path = join(root, 'in');
  await writeFile(path, 'one\ntwo');
  await symlink(path, join(root, 'link'));
  for (const name of ['in', 'link']) {
    const input = await openInputFile(join(root, name));
    expect([await textOf(input), await textOf(input)]).toEqual(['one\ntwo', 'one\ntwo']);
  }
});

it('refuses what is not there and what is no file', async () => {
  await mkdir(join(root, 'folder'));
  await symlink(join(root, 'nowhere'), join(root, 'link'));
  const codes = await Promise.all(
    ['none', 'link', 'folder', '../../../dev/null'].map(async (name) => {
      const input = await openInputFile(name.startsWith('..') ? '/dev/null' : join(root, name));
      return input.ok ? 'ok' : input.error.code;
    }),
  );
  expect(codes).toEqual(['not_found', 'not_found', 'not_readable', 'not_readable']);
});

it('keeps what is piped in for its owner alone, and removes it afterwards', async () => {
  const folder = join(root, '.rook');
  const input = await keepInput(folder, pieces());
  expect([await textOf(input), await textOf(input)]).toEqual(['one\ntwo\n', 'one\ntwo\n']);
  const name = (await readdir(folder)).find((each) => each.startsWith('import-')) ?? '';
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  if (input.ok) await input.value.close();
  expect((await readdir(folder)).filter((each) => each.startsWith('import-'))).toEqual([]);
});

it('leaves nothing behind when the pipe breaks', async () => {
  const folder = join(root, '.rook');
  expect(await keepInput(folder, brokenPieces())).toMatchObject({
    ok: false,
    error: { code: 'not_writable' },
  });
  expect((await readdir(folder)).filter((each) => each.startsWith('import-'))).toEqual([]);
});

it('removes what a killed import left a day ago, and nothing that another one is using', async () => {
  const folder = join(root, '.rook');
  await mkdir(folder);
  const [old, young] = [join(folder, 'import-1.draft'), join(folder, 'import-2.draft')];
  for (const path of [old, young]) await writeFile(path, 'x');
  await utimes(old, 0, 0);
  const input = await keepInput(folder, pieces());
  if (input.ok) await input.value.close();
  expect((await readdir(folder)).filter((each) => each.startsWith('import-'))).toEqual(['import-2.draft']);
});
