import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { contentHashSchema, sessionIdSchema } from '@rook/contract';
import type { Store } from '@rook/engine';
import { failedCases, storeSuite } from '@rook/engine/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLocalStore } from './create-local-store.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');
const encode = (text: string) => new TextEncoder().encode(text);
let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rook-store-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

function open(name = 'a'): Store {
  return createLocalStore({ home: join(root, name, 'home'), folder: join(root, name, '.rook') });
}

async function writeLine(text: string): Promise<void> {
  const writer = await open().open(session, { surface: 'test' });
  if (!writer.ok) throw new Error(writer.error.message);
  await writer.value.append(encode(text), true);
  await writer.value.close();
}

it('passes the suite of its port', async () => {
  let count = 0;
  const failed = await failedCases(storeSuite, () => {
    count += 1;
    const name = String(count);
    return () => open(name);
  });
  expect(failed).toEqual([]);
});

it('I-01 keeps a session as lines in the folder of its day', async () => {
  await writeLine('{}\n');
  const path = join(root, 'a/.rook/chats/2026-11-15/session_rook-20261115-00000001.jsonl');
  expect(await readFile(path, 'utf8')).toBe('{}\n');
});

it('I-03 never changes a byte that stands there', async () => {
  await writeLine('one\n');
  await writeLine('two\n');
  const path = join(root, 'a/.rook/chats/2026-11-15/session_rook-20261115-00000001.jsonl');
  expect(await readFile(path, 'utf8')).toBe('one\ntwo\n');
});

it('makes everything for its owner alone, and invisible to git', async () => {
  await writeLine('{}\n');
  await open().blobs.put(encode('x'));
  await open().anchors.set(session, { seq: 0, hash: '0'.repeat(64) });
  const paths = [
    'a/.rook',
    'a/.rook/chats',
    'a/.rook/chats/2026-11-15',
    'a/.rook/chats/2026-11-15/session_rook-20261115-00000001.jsonl',
    'a/.rook/locks/rook-20261115-00000001.sqlite',
    'a/.rook/blobs',
    'a/home/anchors/rook-20261115-00000001',
  ];
  const modes = await Promise.all(
    paths.map(async (path) => ((await stat(join(root, path))).mode & 0o077).toString(8)),
  );
  expect(modes).toEqual(paths.map(() => '0'));
  expect(await readFile(join(root, 'a/.rook/.gitignore'), 'utf8')).toBe('*\n');
});

const traps: readonly (readonly [string, string])[] = [
  ['the folder', '.rook'],
  ['the chats', '.rook/chats'],
  ['the day', '.rook/chats/2026-11-15'],
  ['the file', '.rook/chats/2026-11-15/session_rook-20261115-00000001.jsonl'],
  ['the locks', '.rook/locks'],
  ['the lock', '.rook/locks/rook-20261115-00000001.sqlite'],
];

it.each(traps)('T-14 refuses a workspace in which %s is a link', async (_title, path) => {
  await mkdir(join(root, 'elsewhere'));
  await mkdir(join(root, 'a', path, '..'), { recursive: true });
  const target =
    path.endsWith('.jsonl') || path.endsWith('.sqlite')
      ? join(root, 'elsewhere', 'file')
      : join(root, 'elsewhere');
  await symlink(target, join(root, 'a', path));
  const opened = await open().open(session, { surface: 'test' });
  expect(opened.ok).toBe(false);
  expect(await stat(join(root, 'elsewhere', 'file')).catch(() => null)).toBeNull();
});

it('I-17 says whether sessions can be written, and follows no link to find out', async () => {
  expect(await open().checkWritable()).toEqual({ ok: true, value: undefined });
  expect(await readdir(join(root, 'a/.rook/chats'))).toEqual([]);
  await writeFile(join(root, 'precious'), 'mine');
  await symlink(join(root, 'precious'), join(root, 'a/.rook/chats/.write_test'));
  expect((await open().checkWritable()).ok).toBe(true);
  expect(await readFile(join(root, 'precious'), 'utf8')).toBe('mine');
  await rm(join(root, 'a/.rook/chats'), { recursive: true });
  await writeFile(join(root, 'a/.rook/chats'), '');
  expect((await open().checkWritable()).ok).toBe(false);
});

it('lists only what is a session in its right place', async () => {
  await writeLine('{}\n');
  const day = join(root, 'a/.rook/chats/2026-11-15');
  await writeFile(join(day, 'session_nonsense.jsonl'), '');
  await writeFile(join(day, 'notes.txt'), '');
  await writeFile(join(day, 'session_rook-20261116-00000009.jsonl'), '');
  await mkdir(join(day, 'session_rook-20261115-00000003.jsonl'));
  const listed = await open().list();
  expect(listed.ok ? listed.value.map(({ id }) => id) : listed).toEqual([session]);
});

function file(hash: string): string {
  return join(root, 'a/.rook/blobs', hash.slice(7, 9), `${hash.slice(7)}.zst`);
}

it('says that kept bytes are damaged instead of giving them', async () => {
  const kept = await open().blobs.put(encode('the truth'));
  const other = await open().blobs.put(encode('something else'));
  if (!kept.ok || !other.ok) throw new Error('not kept');
  await writeFile(file(kept.value), await readFile(file(other.value)));
  expect(await open().blobs.get(kept.value)).toMatchObject({ ok: false, error: { code: 'not_readable' } });
  await writeFile(file(other.value), 'no zstd');
  expect(await open().blobs.get(other.value)).toMatchObject({ ok: false });
  const never = contentHashSchema.parse(`sha256:${'1'.repeat(64)}`);
  expect(await open().blobs.get(never)).toEqual({ ok: true, value: null });
});

it('notices that the file was removed or replaced while it was open', async () => {
  const opened = await open().open(session, { surface: 'test' });
  if (!opened.ok) throw new Error(opened.error.message);
  const writer = opened.value;
  await writer.append(encode('one\n'), false);
  await rm(join(root, 'a/.rook/chats'), { recursive: true });
  expect(await writer.append(encode('two\n'), false)).toMatchObject({
    ok: false,
    error: { code: 'journal_unavailable' },
  });
  expect(await writer.reopen()).toEqual({ ok: true, value: undefined });
  expect(await writer.append(encode('three\n'), false)).toEqual({ ok: true, value: undefined });
  await writer.close();
  const path = join(root, 'a/.rook/chats/2026-11-15/session_rook-20261115-00000001.jsonl');
  expect(await readFile(path, 'utf8')).toBe('three\n');
});
