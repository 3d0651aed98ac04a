import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { applyJson, hashesOf, type WrittenReply } from './apply-rook.ts';
import { jsonOf, keysOf, listAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OLD = 'one\ntwo\nthree\n';
const NEW = 'one\nTWO\nthree\n';

function prepare(content: string | Uint8Array = OLD): Sandbox {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a.txt'), content);
  return sandbox;
}

function textOf({ workspace }: Sandbox, path: string): string {
  return readFileSync(join(workspace, path), 'utf8');
}

const DIFF = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n';
const formats: readonly (readonly [string, object])[] = [
  ['content', { path: 'a.txt', content: NEW }],
  ['diff', { path: 'a.txt', diff: DIFF }],
  ['content with isDiff', { path: 'a.txt', isDiff: true, content: DIFF }],
  ['content with lineRange', { path: 'a.txt', lineRange: { start: 2, end: 2 }, content: 'TWO' }],
  ['edits', { path: 'a.txt', edits: [{ search: 'two\n', replace: 'TWO\n' }] }],
  ['lineOperations', { path: 'a.txt', lineOperations: [{ type: 'replace', line: 2, content: 'TWO' }] }],
  ['patch', { patch: '*** Begin Patch\n*** Update File: a.txt\n@@\n one\n-two\n+TWO\n*** End Patch' }],
];

it.each(formats)('E-01 E-02 rook apply changes a file with %s', async (_name, change) => {
  const sandbox = prepare();
  const reply = { fileHashes: hashesOf(sandbox, 'a.txt'), fileChanges: [change] };
  const { code, printed } = await applyJson(sandbox, reply);
  expect(code).toBe(0);
  expect(keysOf(printed)).toEqual(['changeSet', 'files']);
  const [file] = listAt(printed, 'files');
  expect(keysOf(file)).toEqual(['added', 'afterHash', 'beforeHash', 'modified', 'path', 'removed', 'status']);
  expect(file).toMatchObject({ path: 'a.txt', status: 'applied', added: 1, removed: 1 });
  expect(valueAt(printed, 'changeSet')).toMatch(/^cs-\d+/);
  expect(textOf(sandbox, 'a.txt')).toBe(NEW);
});

it('E-22 rook apply takes a patch of several files as one change set', async () => {
  const sandbox = prepare();
  for (const name of ['gone.txt', 'moved.txt']) place(join(sandbox.workspace, name), 'x\ny\n');
  const patch = [
    '*** Begin Patch',
    '*** Add File: src/deep/new.txt',
    '+fresh',
    '*** Update File: a.txt',
    '@@',
    '-two',
    '+TWO',
    '*** Update File: moved.txt',
    '*** Move to: src/there.txt',
    '@@',
    '-x',
    '+z',
    '*** Delete File: gone.txt',
    '*** End Patch',
  ].join('\n');
  const fileHashes = hashesOf(sandbox, 'a.txt', 'gone.txt', 'moved.txt');
  const { code, printed } = await applyJson(sandbox, { fileHashes, fileChanges: [{ patch }] });
  expect(code).toBe(0);
  expect(listAt(printed, 'files').map((file) => valueAt(file, 'status'))).toEqual(Array(4).fill('applied'));
  expect(textOf(sandbox, 'src/deep/new.txt')).toBe('fresh\n');
  expect(textOf(sandbox, 'a.txt')).toBe(NEW);
  expect(textOf(sandbox, 'src/there.txt')).toBe('z\ny\n');
  for (const name of ['gone.txt', 'moved.txt']) expect(existsSync(join(sandbox.workspace, name))).toBe(false);
});

it('E-22 rook apply deletes and renames, and journal verify trusts what was written down', async () => {
  const sandbox = prepare();
  place(join(sandbox.workspace, 'b.txt'), 'b\n');
  const fileHashes = hashesOf(sandbox, 'a.txt', 'b.txt');
  const fileChanges = [
    { path: 'a.txt', delete: true },
    { path: 'b.txt', renameTo: 'c/d.txt' },
  ];
  expect(await applyJson(sandbox, { fileHashes, fileChanges })).toMatchObject({ code: 0 });
  for (const name of ['a.txt', 'b.txt']) expect(existsSync(join(sandbox.workspace, name))).toBe(false);
  expect(textOf(sandbox, 'c/d.txt')).toBe('b\n');
  const verified = jsonOf(await runRook(sandbox, ['journal', 'verify', '--json']));
  expect(listAt(verified, 'sessions')).toMatchObject([{ ok: true }]);
});

it('E-05 rook apply makes a new file without a hash', async () => {
  const sandbox = makeSandbox();
  const reply: WrittenReply = { fileChanges: [{ path: 'new/a.txt', content: 'hi\n' }] };
  const { code, printed } = await applyJson(sandbox, reply);
  expect(code).toBe(0);
  expect(keysOf(listAt(printed, 'files')[0])).toEqual([
    'added',
    'afterHash',
    'modified',
    'path',
    'removed',
    'status',
  ]);
  expect(textOf(sandbox, 'new/a.txt')).toBe('hi\n');
});

it('E-01 rook apply keeps line ends, byte order mark and the mode of a file', async () => {
  const sandbox = prepare('\uFEFFone\r\ntwo\r\nthree');
  chmodSync(join(sandbox.workspace, 'a.txt'), 0o755);
  const reply = {
    fileHashes: hashesOf(sandbox, 'a.txt'),
    fileChanges: [{ path: 'a.txt', edits: [{ search: 'two\n', replace: 'TWO\nmore\n' }] }],
  };
  expect(await applyJson(sandbox, reply)).toMatchObject({ code: 0 });
  expect(textOf(sandbox, 'a.txt')).toBe('\uFEFFone\r\nTWO\r\nmore\r\nthree');
  expect(statSync(join(sandbox.workspace, 'a.txt')).mode & 0o777).toBe(0o755);
});
