import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createLocalLog } from './local-log.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rook-log-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it('R-09 writes notes up to its level, one line each, for the owner alone and without secrets', async () => {
  const path = join(folder, 'logs', 'session.log');
  const log = createLocalLog({ path, level: 'info', redact: (text) => text.replaceAll('canary', '…') });
  log.write('error', 'broke\nhere', { key: 'canary' });
  log.write('info', 'fine');
  log.write('debug', 'too much');
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 'error', message: 'broke\nhere', key: '…' },
    { level: 'info', message: 'fine' },
  ]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

it('gives a note up rather than fail', async () => {
  await writeFile(join(folder, 'file'), '');
  const log = createLocalLog({ path: join(folder, 'file', 'x.log'), level: 'debug', redact: (text) => text });
  expect(() => log.write('error', 'lost')).not.toThrow();
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;
  expect(() => log.write('error', 'circle', circular)).not.toThrow();
});

it.skipIf(!existsSync('/proc/self'))('R-09 gives a note up where no folder can be made', () => {
  const log = createLocalLog({ path: '/proc/rook/logs/x.log', level: 'debug', redact: (text) => text });
  expect(() => log.write('error', 'lost')).not.toThrow();
});
