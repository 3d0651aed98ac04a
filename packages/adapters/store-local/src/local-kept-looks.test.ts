import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { sessionIdSchema } from '@rook/contract';
import { failedCases, keptLooksSuite } from '@rook/engine/testing';
import { expect, it, onTestFinished } from 'vitest';

import { createLocalKeptLooks } from './local-kept-looks.ts';
import { sessionFolder } from './session-paths.ts';

const session = sessionIdSchema.parse('rook-20261116-00000001');
const encode = (text: string) => new TextEncoder().encode(text);

function makeFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'rook-kept-looks-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, '.rook');
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

it('E-16 keeps what a place for looks promises', async () => {
  const failed = await failedCases(keptLooksSuite, () => {
    const folder = makeFolder();
    return () => createLocalKeptLooks(folder);
  });
  expect(failed).toEqual([]);
});

it('E-16 a look that is cut anywhere, or has another byte, counts for nothing; whole again it counts', async () => {
  const folder = makeFolder();
  const looks = createLocalKeptLooks(folder);
  await looks.keep(session, 'c-1', [encode('some'), encode('thing')]);
  const file = join(sessionFolder(folder, session), 'look-c-1');
  const bytes = readFileSync(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (let length = 0; length < bytes.length; length += 1) {
    writeFileSync(file, bytes.subarray(0, length));
    expect(await looks.load(session, 'c-1')).toBeNull();
    const other = Uint8Array.from(bytes, (byte, place) => (place === length ? byte ^ 1 : byte));
    writeFileSync(file, other);
    expect(await looks.load(session, 'c-1')).toBeNull();
  }
  writeFileSync(file, bytes);
  expect(new TextDecoder().decode((await looks.load(session, 'c-1')) ?? undefined)).toBe('something');
});

it('E-16 leaves what else lies there, and follows no link', async () => {
  const folder = makeFolder();
  const looks = createLocalKeptLooks(folder);
  const inner = sessionFolder(folder, session);
  await looks.keep(session, 'c-1', [encode('one')]);
  writeFileSync(join(inner, 'summary.json'), '{}');
  await looks.clear(session);
  expect(readdirSync(inner)).toEqual(['summary.json']);
  writeFileSync(join(folder, 'elsewhere'), 'mine');
  symlinkSync(join(folder, 'elsewhere'), join(inner, 'look-c-1'));
  expect(await looks.load(session, 'c-1')).toBeNull();
  await looks.keep(session, 'c-1', [encode('two')]);
  expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('mine');
  await looks.keep(session, '../out', [encode('two')]);
  expect(readdirSync(dirname(inner))).toEqual([inner.slice(dirname(inner).length + 1)]);
});
