import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { makeFailingDisk, type FailingDisk } from '../test/failing-disk.ts';
import type { FileCalls } from './file-calls.ts';
import { openAppender, type FileAppender } from './session-writer.ts';

const encode = (text: string) => new TextEncoder().encode(text);
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rook-sync-'));
  path = join(folder, 'journal.jsonl');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

type Open = (calls: FileCalls) => FileAppender;

const open: Open = (calls) => {
  const opened = openAppender(path, calls);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
};

/** What was asked of the disk for two durable appends, up to the moment when each was acknowledged. */
async function watchAppends(disk: FailingDisk, make: Open): Promise<readonly string[]> {
  const writer = make(disk.calls);
  for (const text of ['one\n', 'two\n']) {
    expect((await writer.append(encode(text), true)).ok).toBe(true);
    disk.asked.push('acknowledged');
  }
  writer.close();
  return disk.asked;
}

const ORDER = /^(?:write (?:begin )?sync acknowledged ?){2}$/;

it('T-15 acknowledges a durable append after it was written and then forced to the disk', async () => {
  const disk = makeFailingDisk(path);
  expect((await watchAppends(disk, open)).join(' ')).toMatch(ORDER);
  expect(disk.kept().toString()).toBe('one\ntwo\n');
});

/** The twin: forgets what durable means. */
const withoutSync: Open = (calls) => {
  const writer = open(calls);
  return { ...writer, append: async (bytes) => writer.append(bytes, false) };
};

/** The twin: does not wait for the disk. */
const withoutWaiting: Open = (calls) => {
  const writer = open(calls);
  return {
    ...writer,
    append: async (bytes) => {
      void writer.append(bytes, true);
      return { ok: true, value: undefined };
    },
  };
};

it.each([
  ['drops the sync', withoutSync],
  ['does not wait for it', withoutWaiting],
])('T-15 has a check that catches a writer which %s', async (_title, twin) => {
  expect((await watchAppends(makeFailingDisk(path), twin)).join(' ')).not.toMatch(ORDER);
});

/** Writes through failing syncs as the journal does: what is found in the file is not written again. */
async function writeThroughFailures(disk: FailingDisk, make: Open, failures: number): Promise<FileAppender> {
  const writer = make(disk.calls);
  expect((await writer.append(encode('one\n'), true)).ok).toBe(true);
  expect((await writer.append(encode('two\n'), false)).ok).toBe(true);
  disk.fail(failures);
  expect(await writer.append(encode('three\n'), true)).toMatchObject({
    ok: false,
    error: { code: 'journal_unavailable' },
  });
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\n');
  for (let tries = 0; !(await writer.reopen()).ok; tries += 1) expect(tries).toBeLessThan(10);
  expect(await writer.append(encode('four\n'), true)).toEqual({ ok: true, value: undefined });
  return writer;
}

it.each([1, 2, 4])('T-15 takes nothing for durable that %i failed syncs dropped', async (failures) => {
  const disk = makeFailingDisk(path);
  const writer = await writeThroughFailures(disk, open, failures);
  writer.close();
  expect(disk.kept().toString()).toBe('one\ntwo\nthree\nfour\n');
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\nthree\nfour\n');
});

/** The twin: opens the file anew and believes what it can read there. */
const believing: Open = (calls) => {
  let writer = open(calls);
  return {
    append: async (bytes, durable) => writer.append(bytes, durable),
    close: () => writer.close(),
    reopen: async () => {
      writer.close();
      writer = open(calls);
      return { ok: true, value: undefined };
    },
  };
};

it('T-15 has a check that catches a writer which believes what it reads after a failed sync', async () => {
  const disk = makeFailingDisk(path);
  const writer = await writeThroughFailures(disk, believing, 1);
  writer.close();
  expect(disk.kept().toString()).not.toBe('one\ntwo\nthree\nfour\n');
});

it('T-15 writes nothing more before it was opened anew, and tells no success beside a failure', async () => {
  const disk = makeFailingDisk(path);
  const writer = open(disk.calls);
  disk.fail(1);
  const [first, second] = await Promise.all([
    writer.append(encode('one\n'), true),
    writer.append(encode('two\n'), true),
  ]);
  expect([first.ok, second.ok]).toEqual([false, false]);
  for (const durable of [false, true])
    expect((await writer.append(encode('three\n'), durable)).ok).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect((await writer.reopen()).ok).toBe(true);
  expect(disk.kept().toString()).toBe('one\ntwo\n');
  writer.close();
});

it('T-15 rewrites nothing of another file that took the place of the one whose sync failed', async () => {
  const disk = makeFailingDisk(path);
  const writer = open(disk.calls);
  disk.fail(1);
  expect((await writer.append(encode('one\n'), true)).ok).toBe(false);
  rmSync(path);
  expect((await writer.reopen()).ok).toBe(true);
  const asked = disk.asked.length;
  expect((await writer.append(encode('two\n'), true)).ok).toBe(true);
  expect(disk.asked.slice(asked).filter((what) => what === 'write')).toHaveLength(1);
  writer.close();
});
