import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLocalBlobs } from './local-blobs.ts';
import { replaceFile } from './replace-file.ts';

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rook-replace-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('T-15 removes a draft that was left behind, and none that is being written', async () => {
  const [old, young] = [join(folder, 'file.1.draft'), join(folder, 'file.2.draft')];
  for (const draft of [old, young]) writeFileSync(draft, 'draft');
  const past = Date.now() / 1000 - 120;
  utimesSync(old, past, past);
  expect(await replaceFile(join(folder, 'file'), 'new')).toEqual({ ok: true, value: undefined });
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});

it('T-15 keeps the same bytes for many at once', async () => {
  const bytes = new TextEncoder().encode('the same '.repeat(10_000));
  const blobs = () => createLocalBlobs(join(folder, '.rook', 'blobs'));
  const kept = await Promise.all(Array.from({ length: 40 }, async () => blobs().put(bytes)));
  expect(kept.filter(({ ok }) => !ok)).toEqual([]);
  const files = readdirSync(join(folder, '.rook', 'blobs'), { recursive: true });
  expect(files.filter((name) => String(name).endsWith('.draft'))).toEqual([]);
});
