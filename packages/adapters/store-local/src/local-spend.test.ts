import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Result } from '@rook/contract';
import type { Spend } from '@rook/engine';
import { failedCases, spendSuite } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { makeFolder } from '../test/fault-room.ts';
import { createLocalSpend } from './local-spend.ts';

const DAY = '2026-03-01';

async function reserve(
  spend: Spend,
  id: string,
  amount: number,
  limit: number | null = 1000,
): Promise<string> {
  const answer = await spend.reserve({ id, day: DAY, amount, limit });
  return answer.ok ? `${answer.value.fits}:${answer.value.used}` : answer.error.code;
}

function messageOf(result: Result<unknown>): string {
  return result.ok ? 'it succeeded' : `${result.error.code}: ${result.error.message}`;
}

function localState(): () => Spend {
  const home = join(makeFolder(), 'home');
  return () => createLocalSpend(home);
}

it('L-13 the local purse of the day keeps every promise of the port', async () => {
  expect(await failedCases(spendSuite, localState)).toEqual([]);
});

it('L-13 makes the purse for its owner alone and leaves no draft behind', async () => {
  const home = join(makeFolder(), 'home');
  expect(await reserve(createLocalSpend(home), 'a', 1)).toBe('true:0');
  expect(statSync(join(home, 'spend.sqlite')).mode & 0o777).toBe(0o600);
  expect(statSync(home).mode & 0o777).toBe(0o700);
  expect(existsSync(join(home, 'spend.sqlite-journal'))).toBe(false);
});

const damages: readonly (readonly [string, (path: string) => void])[] = [
  ['is empty', (path) => truncateSync(path, 0)],
  ['is cut in the middle', (path) => truncateSync(path, 4096 + 100)],
  [
    'has no head',
    (path) => writeFileSync(path, Buffer.concat([Buffer.alloc(100), readFileSync(path).subarray(100)])),
  ],
  ['is text', (path) => writeFileSync(path, 'spent nothing today\n'.repeat(1000))],
  [
    'has lost a page',
    (path) => {
      const bytes = readFileSync(path);
      bytes.fill(0xff, 4096, 8192);
      writeFileSync(path, bytes);
    },
  ],
  [
    'is a database of something else',
    (path) => {
      rmSync(path);
      const other = new DatabaseSync(path);
      other.exec('CREATE TABLE other (id TEXT)');
      other.close();
    },
  ],
  [
    'has lost its table',
    (path) => {
      const rows = new DatabaseSync(path);
      rows.exec('DROP TABLE spend');
      rows.close();
    },
  ],
];

it.each(damages)('L-13 refuses, and changes nothing, when the purse %s', async (_title, damage) => {
  const home = makeFolder();
  const path = join(home, 'spend.sqlite');
  await reserve(createLocalSpend(home), 'a', 900);
  damage(path);
  const before = readFileSync(path);
  const refused = await createLocalSpend(home).reserve({ id: 'b', day: DAY, amount: 1, limit: 1000 });
  expect(messageOf(refused)).toMatch(
    /^spend_damaged: The day's purse .* is damaged \(.*Move it away with `mv /,
  );
  expect(messageOf(await createLocalSpend(home).settle('a', 1))).toMatch(/^spend_damaged/);
  expect(messageOf(await createLocalSpend(home).used(DAY))).toMatch(/^spend_damaged/);
  expect(readFileSync(path).equals(before)).toBe(true);
  // What the sentence advises helps.
  renameSync(path, `${path}.damaged`);
  expect(await reserve(createLocalSpend(home), 'b', 1)).toBe('true:0');
});

it('L-13 notices damage that comes while it is in use', async () => {
  const home = makeFolder();
  const spend = createLocalSpend(home);
  await reserve(spend, 'a', 900);
  writeFileSync(join(home, 'spend.sqlite'), Buffer.alloc(8192, 0xff));
  expect(await reserve(spend, 'b', 1)).toBe('spend_damaged');
});

it('L-13 says that a purse of a newer version needs a newer Rook', async () => {
  const home = makeFolder();
  await reserve(createLocalSpend(home), 'a', 900);
  const rows = new DatabaseSync(join(home, 'spend.sqlite'));
  rows.exec('PRAGMA user_version = 2');
  rows.close();
  expect(messageOf(await createLocalSpend(home).used(DAY))).toContain('newer version');
});

const tricks: readonly (readonly [string, (path: string, other: string) => void])[] = [
  ['a link to another file', (path, other) => symlinkSync(other, path)],
  ['a link to nothing', (path, other) => symlinkSync(`${other}-missing`, path)],
  ['a second name of another file', (path, other) => linkSync(other, path)],
  ['a leftover that is a link', (path, other) => symlinkSync(other, `${path}-journal`)],
  ['a log of changes that Rook never writes', (path, other) => copyFileSync(other, `${path}-wal`)],
];

it.each(tricks)('T-15 refuses %s and leaves it alone', async (_title, trick) => {
  const folder = makeFolder();
  const other = join(folder, 'other');
  writeFileSync(other, 'mine');
  const home = makeFolder();
  trick(join(home, 'spend.sqlite'), other);
  expect(await reserve(createLocalSpend(home), 'a', 1)).toBe('unsafe_folder');
  expect(readFileSync(other, 'utf8')).toBe('mine');
  expect(existsSync(`${other}-missing`)).toBe(false);
});

it('L-13 says when the purse cannot be written', async () => {
  const home = makeFolder();
  await reserve(createLocalSpend(home), 'a', 1);
  writeFileSync(join(home, 'plain'), '');
  expect(await reserve(createLocalSpend(join(home, 'plain')), 'b', 1)).toBe('not_writable');
  chmodSync(join(home, 'spend.sqlite'), 0o400);
  const answer = await reserve(createLocalSpend(home), 'b', 1);
  // Who may do everything may write it all the same.
  expect(process.getuid?.() === 0 ? 'true:1' : 'not_writable').toBe(answer);
});

it('L-13 waits while another process writes', async () => {
  const home = makeFolder();
  await reserve(createLocalSpend(home), 'a', 1);
  const other = new DatabaseSync(join(home, 'spend.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const waiting = reserve(createLocalSpend(home), 'b', 2);
  setTimeout(() => {
    other.exec('ROLLBACK');
    other.close();
  }, 100);
  expect(await waiting).toBe('true:1');
});
