import {
  appendFileSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { openAppender, type FileAppender } from './session-writer.ts';

const encode = (text: string) => new TextEncoder().encode(text);
let folder = '';
let path = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rook-writer-'));
  path = join(folder, 'journal.jsonl');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function open(): FileAppender {
  const opened = openAppender(path);
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

const changes: readonly (readonly [string, () => void])[] = [
  ['added to', () => appendFileSync(path, '{"foreign":')],
  ['cut', () => truncateSync(path, 2)],
];

it.each(changes)('T-15 acknowledges no append to a file that somebody else %s', async (_title, change) => {
  writeFileSync(path, 'zero\n');
  const writer = open();
  expect(await writer.append(encode('one\n'), false)).toEqual({ ok: true, value: undefined });
  change();
  for (const durable of [false, true]) {
    const refused = await writer.append(encode('two\n'), durable);
    expect(refused).toMatchObject({ ok: false, error: { code: 'journal_unavailable' } });
    expect(JSON.stringify(refused)).toContain('changed by somebody else');
  }
  expect((await writer.reopen()).ok).toBe(true);
  expect(await writer.append(encode('three\n'), true)).toEqual({ ok: true, value: undefined });
  writer.close();
  expect(readFileSync(path, 'utf8')).toMatch(/two\nthree\n$/);
});

it('T-15 two writers of one file do not both succeed', async () => {
  const [first, second] = [open(), open()];
  expect((await first.append(encode('a\n'), false)).ok).toBe(true);
  expect((await second.append(encode('b\n'), false)).ok).toBe(false);
  expect((await first.append(encode('c\n'), false)).ok).toBe(false);
  first.close();
  second.close();
});

it('T-14 writes to no file that has a second name', async () => {
  const victim = join(folder, 'victim');
  writeFileSync(victim, 'mine');
  linkSync(victim, path);
  expect(openAppender(path)).toMatchObject({ ok: false, error: { code: 'journal_unavailable' } });
  rmSync(path);
  const writer = open();
  rmSync(path);
  linkSync(victim, path);
  expect((await writer.reopen()).ok).toBe(false);
  expect((await writer.append(encode('x\n'), true)).ok).toBe(false);
  expect(readFileSync(victim, 'utf8')).toBe('mine');
});
