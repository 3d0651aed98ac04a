import { mkdir, mkdtemp, readFile, rm, stat, truncate, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { sessionIdSchema } from '@rook/contract';
import type { Store } from '@rook/engine';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLocalStore } from './create-local-store.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');
const DAY = 'chats/2026-11-15';
const refused = { ok: false, error: { code: 'unsafe_folder' } } as const;
let root = '';
let folder = '';
let store: Store;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'rook-documents-'));
  folder = join(root, '.rook');
  store = createLocalStore({ home: join(root, 'home'), folder });
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function linkTo(path: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await mkdir(join(root, 'elsewhere/session_rook-20261115-00000001'), { recursive: true });
  await symlink(join(root, 'elsewhere'), join(folder, path));
}

it('keeps a document under a plain name, and in one folder', async () => {
  for (const name of ['session.json', 'data/answer.json']) {
    expect(await store.documents.put(session, name, name)).toEqual({ ok: true, value: undefined });
    expect(await store.documents.get(session, name)).toEqual({ ok: true, value: name });
  }
  const made = await stat(join(folder, DAY, 'session_rook-20261115-00000001/data'));
  expect(made.mode & 0o777).toBe(0o700);
});

it.each(['', '..', '../x', 'a/../x', '/etc/x', 'a/b/c', '.x', 'a/', 'a\\b', 'a\0'])(
  'T-14 takes %j for no name of a document',
  async (name) => {
    expect(await store.documents.put(session, name, 'x')).toMatchObject(refused);
    expect(await store.documents.get(session, name)).toMatchObject(refused);
  },
);

it('T-14 reads nothing through a link in the place of the day', async () => {
  await linkTo(DAY);
  const name = 'session_rook-20261115-00000001';
  await writeFile(join(root, 'elsewhere', `${name}.jsonl`), '{}\n');
  await writeFile(join(root, 'elsewhere', name, 'x'), 'x');
  expect(await store.list()).toMatchObject(refused);
  for await (const batch of store.read(session)) expect(batch).toMatchObject(refused);
  expect(await store.documents.get(session, 'x')).toMatchObject(refused);
  expect(await store.documents.put(session, 'x', 'y')).toMatchObject(refused);
  expect(await readFile(join(root, 'elsewhere', name, 'x'), 'utf8')).toBe('x');
});

it('T-14 keeps and reads no bytes through a link', async () => {
  const kept = await store.blobs.put(new Uint8Array([1]));
  if (!kept.ok) throw new Error(kept.error.message);
  const inner = join('blobs', kept.value.slice(7, 9));
  await rm(join(folder, inner), { recursive: true });
  await linkTo(inner);
  expect(await store.blobs.get(kept.value)).toMatchObject(refused);
  expect(await store.blobs.put(new Uint8Array([1]))).toMatchObject(refused);
});

it('T-14 closes folders to others, and makes a brought .gitignore ignore everything', async () => {
  await mkdir(join(folder, DAY), { recursive: true, mode: 0o755 });
  const ignored = join(folder, '.gitignore');
  for (const text of ['', '*\n!chats\n', '# nothing\n']) {
    await writeFile(ignored, text);
    const opened = await store.open(session, { surface: 'test' });
    if (!opened.ok) throw new Error(opened.error.message);
    await opened.value.close();
    expect(await readFile(ignored, 'utf8')).toBe('*\n');
  }
  const folders = [folder, join(folder, 'chats'), join(folder, DAY), join(folder, 'locks')];
  const modes = await Promise.all(folders.map(async (path) => (await stat(path)).mode & 0o777));
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o700]);
  await writeFile(ignored, '# kept\n*\n');
  await store.checkWritable();
  expect(await readFile(ignored, 'utf8')).toBe('# kept\n*\n');
});

it('T-15 acknowledges nothing durable once its lock was taken away, until it took it again', async () => {
  const opened = await store.open(session, { surface: 'test' });
  if (!opened.ok) throw new Error(opened.error.message);
  await rm(join(folder, 'locks'), { recursive: true });
  const line = new TextEncoder().encode('{}\n');
  expect(await opened.value.append(line, true)).toMatchObject({ error: { code: 'journal_unavailable' } });
  expect((await opened.value.reopen()).ok).toBe(true);
  expect((await opened.value.append(line, true)).ok).toBe(true);
  await opened.value.close();
});

it('T-14 reads no document of a size that none has, however little of it lies on the disk', async () => {
  expect((await store.documents.put(session, 'summary.json', '{}')).ok).toBe(true);
  await truncate(join(folder, DAY, `session_${session}`, 'summary.json'), 3_000_000_000);
  const found = await store.documents.get(session, 'summary.json');
  expect(found).toMatchObject({ ok: false, error: { code: 'not_readable' } });
});
