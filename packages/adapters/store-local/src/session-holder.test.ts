import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { sessionIdSchema } from '@rook/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { lookAtLock } from './file-lock.ts';
import { findHolder, holdSession } from './session-holder.ts';
import { holderFile, lockFile } from './session-paths.ts';

const session = sessionIdSchema.parse('rook-20261115-00000001');
const FREE = { ok: true, value: null } as const;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rook-holder-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function hold(): ReturnType<typeof holdSession> {
  return holdSession(folder, session, { surface: 'test' });
}

it('makes nothing when it looks', async () => {
  expect(await findHolder(folder, session)).toEqual(FREE);
  expect(readdirSync(folder)).toEqual([]);
});

it('T-14 opens no database that was put into the place of the lock', async () => {
  mkdirSync(join(folder, 'locks'));
  const victim = join(folder, 'victim.sqlite');
  const database = new DatabaseSync(victim);
  database.exec('CREATE TABLE mine (text TEXT)');
  database.close();
  linkSync(victim, lockFile(folder, session));
  writeFileSync(`${lockFile(folder, session)}-journal`, 'crafted');
  const before = readFileSync(victim);
  expect(await findHolder(folder, session)).toEqual(FREE);
  expect(await hold()).toMatchObject({ ok: false, error: { code: 'unsafe_folder' } });
  expect(readFileSync(victim).equals(before)).toBe(true);
  expect(existsSync(`${lockFile(folder, session)}-journal`)).toBe(true);
});

it('T-14 follows no link and refuses an empty file with a second name', async () => {
  mkdirSync(join(folder, 'locks'));
  symlinkSync(join(folder, 'made'), lockFile(folder, session));
  expect(await findHolder(folder, session)).toEqual(FREE);
  expect(existsSync(join(folder, 'made'))).toBe(false);
  rmSync(lockFile(folder, session));
  writeFileSync(join(folder, 'empty'), '');
  linkSync(join(folder, 'empty'), lockFile(folder, session));
  expect(await findHolder(folder, session)).toEqual(FREE);
  expect(await hold()).toMatchObject({ ok: false, error: { code: 'unsafe_folder' } });
});

it('T-15 says that somebody holds the session whose note is not readable, and waits for no pipe', async () => {
  const held = await hold();
  if (!held.ok) throw new Error(held.error.message);
  expect(await findHolder(folder, session)).toMatchObject({ value: { surface: 'test', pid: process.pid } });
  const unknown = { ok: true, value: { surface: 'unknown', pid: 0, started: '' } } as const;
  const note = holderFile(folder, session);
  rmSync(note);
  expect(await findHolder(folder, session)).toEqual(unknown);
  spawnSync('mkfifo', [note]);
  expect(await findHolder(folder, session)).toEqual(unknown);
  rmSync(note);
  writeFileSync(note, JSON.stringify({ surface: 'x'.repeat(5000), pid: 1, started: '' }));
  expect(await findHolder(folder, session)).toEqual(unknown);
  expect(held.value.isHeld()).toBe(true);
  rmSync(join(folder, 'locks'), { recursive: true });
  expect(held.value.isHeld()).toBe(false);
  expect(await held.value.renew()).toEqual({ ok: true, value: undefined });
  expect(held.value.isHeld()).toBe(true);
  await held.value.release();
  expect(held.value.isHeld()).toBe(false);
  expect(await findHolder(folder, session)).toEqual(FREE);
});

it('T-15 those who look do not take each other for a holder', async () => {
  const held = await hold();
  if (held.ok) await held.value.release();
  const looker = new DatabaseSync(lockFile(folder, session), { readOnly: true });
  looker.exec('BEGIN; SELECT count(*) FROM sqlite_schema');
  expect(lookAtLock(lockFile(folder, session)).ok).toBe(true);
  const taking = hold();
  setTimeout(() => looker.close(), 40);
  const taken = await taking;
  expect(taken.ok).toBe(true);
  if (taken.ok) await taken.value.release();
});
