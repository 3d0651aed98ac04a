import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { succeed } from '@rook/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { withFileLock } from './file-lock.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rook-lock-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

type Lock = typeof withFileLock;

/** Counts up a number in a file many times at once; with a true lock none is lost. */
async function countTogether(lock: Lock, times: number): Promise<number> {
  const file = join(folder, 'count');
  await writeFile(file, '0');
  const once = async () => {
    const count = Number(await readFile(file, 'utf8'));
    await writeFile(file, String(count + 1));
    return succeed(undefined);
  };
  await Promise.all(Array.from({ length: times }, async () => lock(join(folder, 'lock.sqlite'), once)));
  return Number(await readFile(file, 'utf8'));
}

it('lets one at a time work', async () => {
  expect(await countTogether(withFileLock, 25)).toBe(25);
});

it('has a check that catches a lock that locks nothing', async () => {
  expect(await countTogether(async (_path, work) => work(), 25)).toBeLessThan(25);
});

it('gives the lock free when the work throws', async () => {
  const path = join(folder, 'lock.sqlite');
  await expect(withFileLock(path, async () => Promise.reject(new Error('bug')))).rejects.toThrow('bug');
  expect(await withFileLock(path, async () => succeed('free'))).toEqual({ ok: true, value: 'free' });
});

it('T-15 is freed by the system when its holder is killed', async () => {
  const path = join(folder, 'lock.sqlite');
  const program = join(folder, 'hold.mjs');
  await writeFile(
    program,
    `import { DatabaseSync } from 'node:sqlite';
const database = new DatabaseSync(${JSON.stringify(path)});
database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
process.send('held');
setInterval(() => database.isOpen, 1000);`,
  );
  const holder = fork(program, { stdio: 'ignore' });
  await new Promise((resolve) => holder.once('message', resolve));
  let done = false;
  const waiting = withFileLock(path, async () => succeed('mine')).then((result) => {
    done = true;
    return result;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(done).toBe(false);
  holder.kill('SIGKILL');
  expect(await waiting).toEqual({ ok: true, value: 'mine' });
});

it('says that a lock cannot be made', async () => {
  expect(await withFileLock(join(folder, 'missing', 'lock.sqlite'), async () => succeed(1))).toMatchObject({
    ok: false,
    error: { code: 'not_writable' },
  });
});
