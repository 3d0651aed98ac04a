import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';

import { sessionIdSchema } from '@rook/contract';
import type { KeptOutputs } from '@rook/engine';
import { failedCases, keptLooksSuite, keptOutputsSuite } from '@rook/engine/testing';
import { expect, it, onTestFinished } from 'vitest';

import { createLocalBlobs } from './local-blobs.ts';
import { createLocalKeptOutputs } from './local-kept-outputs.ts';
import { sessionFolder } from './session-paths.ts';

const session = sessionIdSchema.parse('rook-20261116-00000001');
const encode = (text: string) => new TextEncoder().encode(text);

function makeFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'rook-kept-outputs-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, '.rook');
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

async function textOf(outputs: KeptOutputs, command: string): Promise<string> {
  let text = '';
  for await (const piece of outputs.read(session, command)) text += new TextDecoder().decode(piece);
  return text;
}

function packed(text: string): Buffer {
  return zstdCompressSync(encode(text), { params: { [constants.ZSTD_c_checksumFlag]: 1 } });
}

/** A blob that a dead process was adding to. */
function placeParts(folder: string, parts: readonly string[]): string {
  const inner = sessionFolder(folder, session);
  mkdirSync(inner, { recursive: true, mode: 0o700 });
  const file = join(inner, 'output-c-1.growing');
  writeFileSync(file, Buffer.concat(parts.map(packed)));
  return file;
}

it('G-08 keeps what a place for outputs promises, and what one for looks does', async () => {
  const failed = await failedCases(keptOutputsSuite, () => {
    const folder = makeFolder();
    return () => ({
      outputs: createLocalKeptOutputs(folder),
      blobs: createLocalBlobs(join(folder, 'blobs')),
    });
  });
  const asLooks = await failedCases(keptLooksSuite, () => {
    const folder = makeFolder();
    return () => createLocalKeptOutputs(folder);
  });
  expect([...failed, ...asLooks]).toEqual([]);
});

it('G-08 a note that is cut anywhere, or has another byte, counts for nothing', async () => {
  const folder = makeFolder();
  const outputs = createLocalKeptOutputs(folder);
  await outputs.keep(session, 'c-1', [encode('some'), encode('thing')]);
  const file = join(sessionFolder(folder, session), 'output-c-1');
  const bytes = readFileSync(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for (let length = 0; length < bytes.length; length += 1) {
    writeFileSync(file, bytes.subarray(0, length));
    expect(await outputs.load(session, 'c-1')).toBeNull();
    writeFileSync(
      file,
      Uint8Array.from(bytes, (byte, place) => (place === length ? byte ^ 1 : byte)),
    );
    expect(await outputs.load(session, 'c-1')).toBeNull();
  }
});

it('G-08 of an output that is cut anywhere, or has another byte, the whole parts before that count', async () => {
  const folder = makeFolder();
  const outputs = createLocalKeptOutputs(folder);
  const file = placeParts(folder, ['first ', 'second ', 'third']);
  const bytes = readFileSync(file);
  const ends = [packed('first ').length, packed('first ').length + packed('second ').length, bytes.length];
  const wholeAt = (length: number): string =>
    ['first ', 'second ', 'third'].filter((_part, place) => (ends[place] ?? 0) <= length).join('');
  for (let length = 0; length <= bytes.length; length += 1) {
    writeFileSync(file, bytes.subarray(0, length));
    expect(await textOf(outputs, 'c-1')).toBe(wholeAt(length));
    if (length === bytes.length) continue;
    writeFileSync(
      file,
      Uint8Array.from(bytes, (byte, place) => (place === length ? byte ^ 0x10 : byte)),
    );
    expect(wholeAt(bytes.length).startsWith(await textOf(outputs, 'c-1'))).toBe(true);
    expect((await textOf(outputs, 'c-1')).startsWith(wholeAt(length))).toBe(true);
  }
});

it('G-08 reads very many small parts, and large ones that cannot be packed', async () => {
  const folder = makeFolder();
  const outputs = createLocalKeptOutputs(folder);
  const lines = Array.from({ length: 10_000 }, (_line, number) => `line ${number}\n`);
  // Hashes of each other, so that packing them helps little.
  const odd = Array.from({ length: 100_000 }, (_sign, at) =>
    ((at * 2_654_435_761) % 4_294_967_296).toString(36),
  ).join('');
  placeParts(folder, [...lines, odd, odd, odd, 'end']);
  expect((await textOf(outputs, 'c-1')) === `${lines.join('')}${odd.repeat(3)}end`).toBe(true);
});

it('G-08 follows no link, leaves what else lies there, and does not leave its folder', async () => {
  const folder = makeFolder();
  const outputs = createLocalKeptOutputs(folder);
  const inner = sessionFolder(folder, session);
  placeParts(folder, ['theirs']);
  renameSync(join(inner, 'output-c-1.growing'), join(inner, 'output-c-2.growing'));
  writeFileSync(join(inner, 'look-c-1'), 'a look');
  writeFileSync(join(folder, 'elsewhere'), 'mine');
  for (const name of ['output-c-1', 'output-c-1.draft', 'output-c-1.growing'])
    symlinkSync(join(folder, 'elsewhere'), join(inner, name));
  expect([await outputs.load(session, 'c-1'), await textOf(outputs, 'c-1')]).toEqual([null, '']);
  symlinkSync(join(inner, 'output-c-2.growing'), join(inner, 'output-c-3.growing'));
  expect([await textOf(outputs, 'c-2'), await textOf(outputs, 'c-3')]).toEqual(['theirs', '']);
  await outputs.keep(session, 'c-1', [encode('two')]);
  const own = await outputs.begin(session, 'c-1');
  if (!own.ok) throw new Error(own.error.message);
  await own.value.add(new Uint8Array(3_000_000));
  expect(statSync(join(inner, 'output-c-1.growing')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('mine');
  expect(await outputs.load(session, 'c-1')).toEqual(Buffer.from('two'));
  expect((await textOf(outputs, 'c-1')).length).toBeGreaterThan(1_000_000);
  await own.value.drop();
  expect((await outputs.begin(session, '../out')).ok).toBe(false);
  await outputs.clear(session);
  expect(readdirSync(inner)).toEqual(['look-c-1']);
});

it('G-08 of a part that unpacks to more than Rook ever packs nothing is read', async () => {
  const folder = makeFolder();
  const most = 'x'.repeat(1024 * 1024);
  placeParts(folder, ['first', most, `${most}${most}`, 'last']);
  const pieces = [];
  for await (const piece of createLocalKeptOutputs(folder).read(session, 'c-1')) pieces.push(piece.length);
  expect(pieces).toEqual([5, most.length]);
});
