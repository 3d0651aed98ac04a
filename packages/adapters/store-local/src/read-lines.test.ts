import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
  for await (const batch of readLines(path, limit)) {
    if (!batch.ok) told.push(batch.error.code);
    else
      for (const { bytes, finished } of batch.value)
        told.push(`${Buffer.from(bytes).toString()}${finished ? '' : '…'}`);
  }
  return told;
}

it('T-15 gives only the beginning of a line that is too long, and all lines behind it', async () => {
  const path = join(folder, 'lines');
  writeFileSync(path, `one\n\n${'x'.repeat(3_000_000)}\nthree\n${'y'.repeat(20)}`);
  expect(await read(path, 5)).toEqual(['one', '', 'xxxxx', 'three', 'yyyyy…']);
  const whole = await read(path);
  expect(whole.map((line) => line.length)).toEqual([3, 0, 3_000_000, 5, 21]);
});

it('T-14 waits for no pipe', async () => {
  const path = join(folder, 'pipe');
  spawnSync('mkfifo', [path]);
  expect(await read(path)).toEqual(['not_readable']);
});
