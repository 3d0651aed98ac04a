import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import { contentHashSchema, succeed, type ContentHash, type Result } from '@rook/contract';
import { contentHash, type Blobs } from '@rook/engine';
import { expect, it, onTestFinished } from 'vitest';

import { createLocalBlobs } from '../src/local-blobs.ts';
import { makeFolder, makeRoom, must, turnDraft, type FaultRoom } from './fault-room.ts';
import { bundlePrograms, killAfter, linesOf, startProgram } from './run-program.ts';

const KILLS = 12;
const canMount = process.getuid?.() === 0 && process.platform === 'linux';
if (!canMount)
  process.stderr.write('SKIPPED: only root on Linux can make a full disk; nothing is proved about it.\n');

function makeBlobs(root?: string): {
  readonly room: FaultRoom;
  readonly folder: string;
  readonly blobs: Blobs;
} {
  const room = makeRoom(root);
  mkdirSync(room.folder, { recursive: true, mode: 0o700 });
  const folder = join(room.folder, 'blobs');
  return { room, folder, blobs: createLocalBlobs(folder) };
}

/** What is not under the name of its content yet. */
function growing(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.growing')) : [];
}

function sizeOf(folder: string): number {
  return growing(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

function makeOld(folder: string): void {
  const before = new Date(Date.now() - 3_600_000);
  for (const name of growing(folder)) utimesSync(join(folder, name), before, before);
}

async function grow(blobs: Blobs, pieces: readonly Uint8Array[]): Promise<Result<ContentHash>> {
  const draft = must(await blobs.begin());
  for (const piece of pieces) {
    const added = await draft.add(piece);
    if (!added.ok) return added;
  }
  return draft.keep();
}

async function readAll(blobs: Blobs, hash: ContentHash): Promise<Result<Buffer | null>> {
  const opened = await blobs.read(hash);
  if (!opened.ok || opened.value === null) return opened.ok ? succeed(null) : opened;
  const pieces: Uint8Array[] = [];
  for await (const piece of opened.value) {
    if (!piece.ok) return piece;
    pieces.push(piece.value);
  }
  return succeed(Buffer.concat(pieces));
}

async function findLost(blobs: Blobs, said: readonly string[]): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const hash of said.map((one) => contentHashSchema.parse(one))) {
    const read = await readAll(blobs, hash);
    if (!read.ok || read.value === null || contentHash(read.value) !== hash) lost.push(hash);
  }
  return lost;
}

async function killGrowers(room: FaultRoom, words: readonly string[]): Promise<readonly string[]> {
  const program = bundlePrograms('grow-until-killed')('grow-until-killed');
  const said: string[] = [];
  // Where the machine is slow, a kill comes before the first word.
  for (let kill = 0; kill < KILLS || (said.length === 0 && kill < 200); kill += 1)
    said.push(...linesOf(await killAfter(startProgram(program, { room, words }), 20 + Math.random() * 150)));
  expect(said).not.toContain('not kept');
  return said;
}

it('G-08 T-15 loses nothing that was kept piece by piece, wherever the process was killed', async () => {
  const { room, folder, blobs } = makeBlobs();
  const said = await killGrowers(room, []);
  expect(said.length).toBeGreaterThan(0);
  expect(await findLost(blobs, said)).toEqual([]);
  const listed = must(await blobs.list()).map(({ hash }) => hash);
  expect(await findLost(blobs, listed), 'nothing is listed that is not whole').toEqual([]);
  expect(growing(folder).length).toBeGreaterThan(0);
  makeOld(folder);
  must(await grow(blobs, []));
  expect(growing(folder)).toEqual([]);
}, 120_000);

it('T-15 has a check that catches who names bytes before they are kept', async () => {
  const { room, blobs } = makeBlobs();
  expect(await findLost(blobs, await killGrowers(room, ['early']))).not.toEqual([]);
}, 120_000);

it('G-08 what another process is still adding to is left alone, however long it was silent', async () => {
  const { room, folder, blobs } = makeBlobs();
  const program = bundlePrograms('grow-until-killed')('grow-until-killed');
  const running = startProgram(program, { room, words: ['once'] });
  // Then all that it will ever write is there.
  await expect.poll(() => sizeOf(folder)).toBeGreaterThan(3_000_000);
  makeOld(folder);
  must(await grow(blobs, [Buffer.from('another')]));
  must(await blobs.remove([], new Date()));
  expect(growing(folder)).toHaveLength(1);
  await killAfter(running, 0);
  must(await blobs.remove([], new Date()));
  expect(growing(folder)).toEqual([]);
});

it('N-20 G-08 a purge takes along what a killed process had not kept yet', async () => {
  const { room, folder } = makeBlobs();
  const program = bundlePrograms('grow-until-killed')('grow-until-killed');
  const running = startProgram(program, { room, words: ['once'] });
  await expect.poll(() => sizeOf(folder)).toBeGreaterThan(3_000_000);
  await killAfter(running, 0);
  const minutes = new Date(Date.now() - 120_000);
  for (const name of growing(folder)) utimesSync(join(folder, name), minutes, minutes);
  const journal = await room.open();
  must(await journal.append([turnDraft(1)]));
  must(await journal.close());
  expect(growing(folder)).toHaveLength(1);
  must(await room.store().purge(room.session, { surface: 'test' }));
  expect(growing(folder)).toEqual([]);
});

it('G-08 damage to bytes that were kept piece by piece is told when they are read', async () => {
  const { folder, blobs } = makeBlobs();
  const pieces = Array.from({ length: 30 }, (_piece, number) =>
    Buffer.alloc(100_000, `${number} and so on `),
  );
  const hash = must(await grow(blobs, pieces));
  const path = join(folder, hash.slice(7, 9), `${hash.slice(7)}.zst`);
  const whole = readFileSync(path);
  expect(must(await readAll(blobs, hash))?.equals(Buffer.concat(pieces))).toBe(true);
  const damages: readonly (() => void)[] = [
    () => truncateSync(path, Math.floor(whole.length / 2)),
    () => truncateSync(path, 0),
    ...[10, Math.floor(whole.length / 3), whole.length - 3].map((place) => () => {
      const other = Buffer.from(whole);
      other[place] = (other[place] ?? 0) ^ 0xff;
      writeFileSync(path, other);
    }),
    () => {
      renameSync(path, `${path}.elsewhere`);
      symlinkSync(`${path}.elsewhere`, path);
    },
  ];
  for (const damage of damages) {
    damage();
    expect(await readAll(blobs, hash)).toMatchObject({ ok: false, error: { code: 'not_readable' } });
    rmSync(path);
    writeFileSync(path, whole);
  }
  const again = must(await grow(blobs, pieces));
  expect([again, must(await readAll(blobs, hash))?.length]).toEqual([hash, 3_000_000]);
});

it('G-08 bytes that are being kept cannot be found, and those that are let go of leave no file', async () => {
  const { folder, blobs } = makeBlobs();
  const draft = must(await blobs.begin());
  must(await draft.add(Buffer.from('half of it')));
  expect(must(await blobs.list())).toEqual([]);
  await draft.drop();
  expect(growing(folder)).toEqual([]);
  expect((await draft.keep()).ok).toBe(false);
});

it.skipIf(!canMount)(
  'G-08 T-15 a full disk is told, leaves nothing half, and takes more when there is room',
  async () => {
    const disk = join(makeFolder(), 'small');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]);
    if (mounted.status !== 0) throw new Error(`The small disk could not be made: ${String(mounted.stderr)}`);
    onTestFinished(() => {
      spawnSync('umount', ['-l', disk]);
    });
    const { folder, blobs } = makeBlobs(disk);
    const scrambled = Array.from({ length: 12 }, () => randomBytes(500_000));
    expect(await grow(blobs, scrambled)).toMatchObject({ ok: false, error: { code: 'not_writable' } });
    expect(growing(folder)).toEqual([]);
    expect(must(await blobs.list())).toEqual([]);
    const hash = must(await grow(blobs, scrambled.slice(0, 2)));
    expect(must(await readAll(blobs, hash))?.length).toBe(1_000_000);
  },
);
