import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { readLines } from './read-lines.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rook-read-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

async function read(path: string, limit?: number): Promise<readonly string[]> {
  const told: string[] = [];
  for await (const batch of readLines(path, limit === undefined ? {} : { limit })) {
    if (!batch.ok) told.push(batch.error.code);
    else
      for (const { bytes, finished, whole } of batch.value) {
        const long = whole === undefined ? '' : ` of ${whole.bytes} ${whole.sha256}`;
        told.push(`${Buffer.from(bytes).toString()}${long}${finished ? '' : '…'}`);
      }
  }
  return told;
}

it('T-15 gives the beginning, the length and the hash of a line that is too long, and all lines behind it', async () => {
  const path = join(folder, 'lines');
  for (const size of [6, 999, 1001, 1 << 20, 3_000_000]) {
    const [long, last] = [`${'x'.repeat(size - 1)}z`, 'y'.repeat(20)];
    writeFileSync(path, `one\n\n${long}\nthree\n${last}`);
    const [first = '', second = ''] = [long, last].map(
      (line) => `${line.slice(0, 1000)} of ${line.length} ${hash('sha256', line, 'hex')}`,
    );
    expect(await read(path, 5)).toEqual(['one', '', first, 'three', `${second}…`]);
    expect(await read(path, Math.max(20, size))).toEqual(['one', '', long, 'three', `${last}…`]);
  }
});

it('T-15 gives the same lines wherever the limit and the reads fall', async () => {
  const path = join(folder, 'lines');
  const sizes = [0, 1, 700_000, 348_575, 1, 1_048_576, 1_048_575, 2_500_000, 3, 5_000_000, 10];
  const lines = sizes.map((size, index) => String.fromCodePoint(97 + index).repeat(size));
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  for (const limit of [1, 10, 348_575, 1_048_575, 1_048_576, 2_500_000, 6_000_000]) {
    const expected = lines.map((line) =>
      line.length <= limit ? line : `${line.slice(0, 1000)} of ${line.length} ${hash('sha256', line, 'hex')}`,
    );
    expect(await read(path, limit), `limit ${limit}`).toEqual(expected);
  }
});

/** How much memory outside of the program's own objects reading takes at most. */
async function measureBuffers(path: string, limit: number): Promise<number> {
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }, 5);
  for await (const batch of readLines(path, { limit })) expect(batch.ok).toBe(true);
  clearInterval(watch);
  return most;
}

it('T-15 holds no more of a line without an end than the limit says', async () => {
  const path = join(folder, 'sparse');
  writeFileSync(path, 'one\n');
  truncateSync(path, 300 << 20);
  appendFileSync(path, '\ntwo\n');
  expect(await measureBuffers(path, 4 << 20)).toBeLessThan(32 << 20);
  // The twin: what has no limit is held.
  expect(await measureBuffers(path, Number.POSITIVE_INFINITY)).toBeGreaterThan(200 << 20);
});

it('T-15 gives a file of nothing but line breaks in parts', async () => {
  const path = join(folder, 'breaks');
  writeFileSync(path, '\n'.repeat(3_000_000));
  let [count, most] = [0, 0];
  for await (const batch of readLines(path)) {
    const { length } = batch.ok ? batch.value : [];
    [count, most] = [count + length, Math.max(most, length)];
  }
  expect(count).toBe(3_000_000);
  expect(most).toBeLessThanOrEqual(10_000);
});

it('T-14 waits for no pipe', async () => {
  const path = join(folder, 'pipe');
  spawnSync('mkfifo', [path]);
  expect(await read(path)).toEqual(['not_readable']);
});
