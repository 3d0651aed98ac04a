import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sessionIdSchema, type ContentHash, type SessionId } from '@rook/contract';
import { contentHash, type Store } from '@rook/engine';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLocalStore } from './create-local-store.ts';
import { createLocalLog } from './local-log.ts';
import { sessionFile, trashFile } from './session-paths.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');
const other = sessionIdSchema.parse('rook-20261115-00000002');
const me = { surface: 'test' };
const CANARY = 'canary-5f0c';
const encode = (text: string) => new TextEncoder().encode(text);
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rook-purge-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function open(name = '.rook'): Store {
  return createLocalStore({ home: join(root, 'home'), folder: join(root, name) });
}

async function write(id: SessionId, text: string): Promise<void> {
  const opened = await open().open(id, me);
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.append(encode(text), false);
  await opened.value.close();
}

/** Keeps bytes that were written an hour ago. */
async function keepOld(text: string): Promise<ContentHash> {
  const kept = await open().blobs.put(encode(text));
  if (!kept.ok) throw new Error(kept.error.message);
  const then = Date.now() / 1000 - 3600;
  utimesSync(blobFile(kept.value), then, then);
  return kept.value;
}

function blobFile(hash: ContentHash): string {
  return join(root, '.rook/blobs', hash.slice(7, 9), `${hash.slice(7)}.zst`);
}

/** Every file under the root whose name or bytes have the text. */
function findText(text: string): readonly string[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(root, name)).isFile(),
  );
  return files.filter((name) => name.includes(text) || readFileSync(join(root, name)).includes(text));
}

async function makeSession(): Promise<ContentHash> {
  const hash = await keepOld(CANARY);
  await write(session, `{"text":"${CANARY}","blob":"${hash}"}\n`);
  await open().documents.put(session, 'data/answer.json', CANARY);
  await open().anchors.set(session, { seq: 0, hash: 'a'.repeat(64) });
  const path = join(root, 'home/logs', `${session}.log`);
  createLocalLog({ path, level: 'info', redact: (text) => text }).write('warn', CANARY);
  return hash;
}

it.each(['list', 'trash'])(
  'I-36 a purge from the %s leaves no byte and no name of a session',
  async (from) => {
    const hash = await makeSession();
    await write(other, 'another one\n');
    expect(findText(CANARY).length).toBeGreaterThan(3);
    if (from === 'trash') await open().trash(session, me);
    const purged = await open().purge(session, me);
    const kinds = purged.ok ? purged.value.parts.map(({ kind }) => kind).toSorted() : purged;
    expect(kinds).toEqual(['anchor', 'blob', 'document', 'journal', 'lock', 'log']);
    expect([findText(CANARY), findText(session), findText(hash.slice(7))]).toEqual([[], [], []]);
    expect(readFileSync(sessionFile(join(root, '.rook'), other), 'utf8')).toBe('another one\n');
  },
);

it('I-36 a purge leaves no id in the note on the ledger', async () => {
  await makeSession();
  const note = join(root, '.rook/ledger.json');
  writeFileSync(
    note,
    JSON.stringify({
      size: 0,
      bookmark: JSON.stringify([
        [session, 1],
        [other, 1],
      ]),
    }),
  );
  const purged = await open().purge(session, me);
  expect(purged.ok && purged.value.parts.some(({ path }) => path === note)).toBe(true);
  expect(findText(session)).toEqual([]);
});

it('I-36 says before what would go, and then nothing is gone', async () => {
  await makeSession();
  const before = findText('');
  const tried = await open().purge(session, me, { dryRun: true });
  expect(tried).toMatchObject({ ok: true, value: { keptBlobs: 0 } });
  expect(findText('')).toEqual(before);
});

it('I-36 a purge that was killed goes on', async () => {
  const hash = await makeSession();
  await open().trash(session, me);
  rmSync(blobFile(hash));
  rmSync(join(root, 'home/anchors'), { recursive: true });
  expect((await open().purge(session, me)).ok).toBe(true);
  expect([findText(CANARY), findText(session)]).toEqual([[], []]);
});

it('T-15 bytes that a writer has kept and not yet named stay while somebody writes', async () => {
  const hash = await makeSession();
  const held = await open().open(other, me);
  if (!held.ok) throw new Error(held.error.message);
  // The other session keeps the same bytes: they are touched, not written again.
  await open().blobs.put(encode(CANARY));
  expect(await open().purge(session, me)).toMatchObject({ ok: true, value: { keptBlobs: 1 } });
  expect(existsSync(blobFile(hash))).toBe(true);
  await held.value.close();
});

it('I-36 a purge leaves no byte of what a process that was killed kept in a pack', async () => {
  const hash = contentHash(encode(CANARY));
  await write(session, `{"blob":"${hash}"}\n`);
  const kept = await open().blobs.putAll([encode(CANARY), encode('nobody names it')]);
  expect(kept.ok).toBe(true);
  const folder = join(root, '.rook/blobs');
  const [name = ''] = readdirSync(folder);
  // An hour ago.
  const text = readFileSync(join(folder, name), 'latin1');
  writeFileSync(join(folder, name), text.replaceAll(/ \d{13} /gu, ` ${Date.now() - 3_600_000} `), 'latin1');
  expect(findText(CANARY).length).toBeGreaterThan(0);
  const purged = await open().purge(session, me);
  expect(purged.ok && purged.value.parts.filter(({ kind }) => kind === 'blob')).toHaveLength(1);
  expect([findText(CANARY), findText(hash.slice(7))]).toEqual([[], []]);
  expect((await open().blobs.get(contentHash(encode('nobody names it')))).ok).toBe(true);
});

it('I-36 young bytes go when nobody writes, and old ones also when somebody does', async () => {
  await makeSession();
  const young = await open().blobs.put(encode('young'));
  if (!young.ok) throw new Error(young.error.message);
  utimesSync(blobFile(young.value), Date.now() / 1000, Date.now() / 1000 - 2);
  await write(session, `${young.value}\n`);
  expect(await open().purge(session, me)).toMatchObject({ ok: true, value: { keptBlobs: 0 } });
  const hash = await makeSession();
  const held = await open().open(other, me);
  if (!held.ok) throw new Error(held.error.message);
  expect(await open().purge(session, me)).toMatchObject({ ok: true, value: { keptBlobs: 0 } });
  expect(existsSync(blobFile(hash))).toBe(false);
  await held.value.close();
});

it('I-36 whatever another session keeps beside it names bytes too, in any spelling', async () => {
  const [first, second] = [await keepOld('first'), await keepOld('second')];
  await write(session, `${first} ${second}\n`);
  await write(other, `${'x'.repeat((1 << 20) - 30)}${first.slice(7).toUpperCase()}\n`);
  await open().documents.put(other, 'data/x.json', `ab${second.slice(7)}cd`);
  expect(await open().purge(session, me)).toMatchObject({ ok: true, value: { keptBlobs: 2 } });
  expect([first, second].map((hash) => existsSync(blobFile(hash)))).toEqual([true, true]);
});

it('I-36 leaves the anchor of a copy of the workspace', async () => {
  await makeSession();
  cpSync(join(root, '.rook'), join(root, 'copy'), { recursive: true });
  const anchor = { seq: 0, hash: 'b'.repeat(64) };
  await open('copy').anchors.set(session, anchor);
  expect((await open().purge(session, me)).ok).toBe(true);
  expect(await open('copy').anchors.get(session)).toEqual({ ok: true, value: anchor });
  expect(existsSync(trashFile(join(root, '.rook'), session))).toBe(false);
});

it('I-36 a session whose purge had begun does not come back as if it were whole', async () => {
  const hash = await makeSession();
  await open().trash(session, me);
  rmSync(blobFile(hash));
  writeFileSync(join(root, '.rook/trash', session, 'purging'), '');
  expect(await open().restore(session, me)).toMatchObject({ ok: false, error: { code: 'not_verified' } });
  expect((await open().purge(session, me)).ok).toBe(true);
  expect(findText(session)).toEqual([]);
});

it('T-15 bytes that a killed purge had taken the name from are found again, or go with the next purge', async () => {
  const hash = await makeSession();
  renameSync(blobFile(hash), `${blobFile(hash)}.0123456789ab.removing`);
  const found = await open().blobs.get(hash);
  expect(found.ok && found.value !== null).toBe(true);
  renameSync(blobFile(hash), `${blobFile(hash)}.0123456789ab.removing`);
  const then = Date.now() / 1000 - 3600;
  utimesSync(`${blobFile(hash)}.0123456789ab.removing`, then, then);
  expect((await open().purge(session, me)).ok).toBe(true);
  expect(findText(hash.slice(7))).toEqual([]);
});

it('I-36 a purge removes clones of files that a killed process left', async () => {
  await makeSession();
  const left = join(root, '.rook/clones/left');
  mkdirSync(left, { recursive: true, mode: 0o700 });
  writeFileSync(join(left, '1'), CANARY);
  expect(await open().purge(session, me)).toMatchObject({ ok: true });
  expect(findText(CANARY)).toEqual([]);
});
