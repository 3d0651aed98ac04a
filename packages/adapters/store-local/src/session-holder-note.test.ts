import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sessionIdSchema } from '@rook/contract';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

import { describeLock } from './lock-mark.ts';
import { parseHolder } from './parse-holder.ts';
import { findHolder, holdSession, type HeldSession } from './session-holder.ts';
import { holderFile, lockFile } from './session-paths.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');
const ENDPOINT = 'http://127.0.0.1:4100';
const UNKNOWN = { ok: true, value: { surface: 'unknown', pid: 0, started: '' } } as const;
const isLinux = process.platform === 'linux';
const isRoot = isLinux && process.getuid?.() === 0;
if (!isLinux) process.stderr.write('SKIPPED: only Linux shows its processes as files.\n');
if (!isRoot) process.stderr.write('SKIPPED: only root can give a process to another user.\n');
let folder = '';
let note = '';
let lock = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rook-note-'));
  [note, lock] = [holderFile(folder, session), lockFile(folder, session)];
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function hold(endpoint?: string): Promise<HeldSession> {
  const own = { surface: 'test', ...(endpoint === undefined ? {} : { endpoint }) };
  const held = await holdSession(folder, session, own);
  if (!held.ok) throw new Error(held.error.message);
  onTestFinished(async () => held.value.release());
  return held.value;
}

/** Changes what stands in the note. */
function change(fields: Readonly<Record<string, unknown>>): void {
  const value: unknown = JSON.parse(readFileSync(note, 'utf8'));
  writeFileSync(note, JSON.stringify({ ...Object(value), ...fields }));
}

/** A process that lives until the test ends, and its number. */
async function startIdle(user?: number): Promise<{ pid: number; kill: () => Promise<void> }> {
  const child = spawn('sleep', ['60'], user === undefined ? {} : { uid: user, gid: user });
  await once(child, 'spawn');
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  onTestFinished(kill);
  return { pid: child.pid ?? 0, kill };
}

it('T-14 believes the one who holds the session, with its endpoint', async () => {
  await hold(ENDPOINT);
  expect(await findHolder(folder, session)).toMatchObject({
    ok: true,
    value: { surface: 'test', pid: process.pid, endpoint: ENDPOINT },
  });
});

/** Somebody who holds the lock and says nothing about it. */
function holdSilently(): void {
  const database = new DatabaseSync(lock);
  database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  onTestFinished(() => database.close());
}

const brought = { surface: 'vscode', started: '2026-11-15T22:00:00.000Z', endpoint: ENDPOINT };

it('T-14 does not believe a note that came with the workspace, also while the lock is held', async () => {
  mkdirSync(join(folder, 'locks'));
  writeFileSync(lock, '', { mode: 0o600 });
  writeFileSync(note, JSON.stringify({ ...brought, pid: process.pid }), { mode: 0o600 });
  expect(await findHolder(folder, session)).toEqual({ ok: true, value: null });
  holdSilently();
  expect(await findHolder(folder, session)).toEqual(UNKNOWN);
  for (const guess of ['', '0-0-0', String(describeLock(lock)).replace(/\d$/, ''), 7, null]) {
    writeFileSync(note, JSON.stringify({ ...brought, pid: process.pid, lock: guess }));
    expect(await findHolder(folder, session), String(guess)).toEqual(UNKNOWN);
  }
  const refused = await holdSession(folder, session, { surface: 'test' });
  expect(refused).toMatchObject({ ok: false, error: { code: 'session_in_use' } });
  expect(refused.ok ? '' : refused.error.message).toContain('by another process');
});

it('T-14 does not believe the note of an earlier holder', async () => {
  const first = await hold(ENDPOINT);
  const left = readFileSync(note, 'utf8');
  await first.release();
  writeFileSync(note, left);
  // The clock of the files ticks every few milliseconds.
  const tick = Promise.withResolvers<void>();
  setTimeout(tick.resolve, 20);
  await tick.promise;
  await hold();
  expect(await findHolder(folder, session)).toMatchObject({ value: { surface: 'test' } });
  // As it would be if the new holder were killed before it wrote its own.
  writeFileSync(note, left);
  expect(await findHolder(folder, session)).toEqual(UNKNOWN);
});

it('T-14 has a check that catches who believes a note by its process alone', async () => {
  await hold();
  writeFileSync(note, JSON.stringify({ ...brought, pid: process.pid, lock: '' }));
  const believed = parseHolder(readFileSync(note, 'utf8'));
  expect(believed).toMatchObject({ endpoint: ENDPOINT });
  expect(await findHolder(folder, session)).toEqual(UNKNOWN);
});

it('T-14 does not believe a note when the lock is another file or was touched by somebody', async () => {
  await hold(ENDPOINT);
  utimesSync(lock, new Date(0), new Date(0));
  expect(await findHolder(folder, session)).toEqual(UNKNOWN);
  renameSync(lock, `${lock}.aside`);
  writeFileSync(lock, '', { mode: 0o600 });
  holdSilently();
  expect(await findHolder(folder, session)).toEqual(UNKNOWN);
});

it.skipIf(!isLinux)('T-14 does not believe a note whose process is dead', async () => {
  await hold(ENDPOINT);
  const other = await startIdle();
  change({ pid: other.pid });
  expect(await findHolder(folder, session)).toMatchObject({ value: { pid: other.pid } });
  await other.kill();
  expect(await findHolder(folder, session)).toEqual(UNKNOWN);
});

it.skipIf(!isRoot)('T-14 does not believe a note of another user, or about a process of one', async () => {
  await hold(ENDPOINT);
  const other = await startIdle(65_534);
  change({ pid: other.pid });
  expect(await findHolder(folder, session)).toEqual(UNKNOWN);
  change({ pid: process.pid });
  expect(await findHolder(folder, session)).toMatchObject({ value: { pid: process.pid } });
  chownSync(note, 65_534, 65_534);
  expect(await findHolder(folder, session)).toEqual(UNKNOWN);
});

it.each([0, -1, 1.5, 2 ** 60, '1', null, '../self'])(
  'T-14 believes no process number like %j',
  async (pid) => {
    await hold(ENDPOINT);
    change({ pid });
    expect(await findHolder(folder, session)).toEqual(UNKNOWN);
  },
);

const local = [
  'http://127.0.0.1',
  'http://127.0.0.1:4100',
  'http://[::1]:4100/rook',
  '/run/user/1000/rook.sock',
  'unix:/run/user/1000/rook.sock',
  String.raw`\\.\pipe\rook`,
];

it.each(local)('passes on the endpoint %s, which is on this machine', async (endpoint) => {
  await hold(endpoint);
  expect(await findHolder(folder, session)).toMatchObject({ value: { endpoint } });
});

const foreign = [
  'http://evil.example',
  'https://127.0.0.1.evil.example/',
  'http://127.0.0.1@evil.example/',
  'http://127.0.0.1:80@evil.example/',
  'http://127.0.0.1:4100\\@evil.example/',
  'http://127.0.0.1#@evil.example/',
  'http://127.0.0.1?x',
  'http://localhost:4100',
  'http://[::ffff:1.2.3.4]:80',
  'http://0.0.0.0:80',
  ' http://127.0.0.1',
  'http://127.0.0.1\n',
  'http://127.0.0.1:123456',
  'ws://evil.example',
  'javascript:alert(1)',
  'relative/rook.sock',
  'unix:rook.sock',
  '/run/rook\u0000.sock',
  String.raw`\\evil.example\pipe\rook`,
  '',
];

it.each(foreign)('T-14 drops the endpoint %j, and says who holds the session', async (endpoint) => {
  await hold(endpoint);
  const found = await findHolder(folder, session);
  expect(found).toMatchObject({ value: { surface: 'test', pid: process.pid } });
  expect(found.ok && found.value !== null && 'endpoint' in found.value).toBe(false);
});

it('T-14 a note that cannot be read is none', async () => {
  await hold(ENDPOINT);
  for (const text of ['', '[]', 'null', '7', '{"pid":']) {
    writeFileSync(note, text);
    expect(await findHolder(folder, session)).toEqual(UNKNOWN);
  }
});
