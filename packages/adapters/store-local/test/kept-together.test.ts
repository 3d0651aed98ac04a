import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { contentHashSchema, type ContentHash } from '@rook/contract';
import { contentHash, type Blobs } from '@rook/engine';
import { expect, it } from 'vitest';

import { createBlobFiles } from '../src/blob-files.ts';
import { systemCalls, type FileCalls } from '../src/file-calls.ts';
import { createLocalBlobs } from '../src/local-blobs.ts';
import { makeRoom, must, type FaultRoom } from './fault-room.ts';
import { bundlePrograms, killAfter, linesOf, startProgram } from './run-program.ts';

const KILLS = 25;
const encode = (text: string) => new TextEncoder().encode(text);

function makeKeeper(room = makeRoom()): { readonly room: FaultRoom; readonly folder: string } {
  mkdirSync(room.folder, { recursive: true, mode: 0o700 });
  return { room, folder: join(room.folder, 'blobs') };
}

/** The packs that lie there, whole paths. */
function packsIn(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => name.includes('.')).map((name) => join(folder, name));
}

function fileOf(folder: string, hash: ContentHash): string {
  return join(folder, hash.slice(7, 9), `${hash.slice(7)}.zst`);
}

/** What is kept of these bytes; null: nothing. */
async function readBack(blobs: Pick<Blobs, 'get'>, bytes: Uint8Array): Promise<Uint8Array | null> {
  const kept = must(await blobs.get(contentHash(bytes)));
  return kept === null ? null : new Uint8Array(kept);
}

async function closeSession(room: FaultRoom): Promise<void> {
  const writer = must(await room.store().open(room.session, { surface: 'test' }));
  await writer.close();
}

/** Which of the contents that were acknowledged cannot be read whole. */
async function findLost(blobs: Pick<Blobs, 'get'>, hashes: readonly string[]): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const hash of hashes) {
    const kept = await blobs.get(contentHashSchema.parse(hash));
    if (!kept.ok || kept.value === null || contentHash(kept.value) !== hash) lost.push(hash);
  }
  return lost;
}

async function killKeepers(
  room: FaultRoom,
  words: readonly string[],
  options: { readonly kills: number; readonly processes: number },
): Promise<readonly string[]> {
  const program = bundlePrograms('keep-until-killed')('keep-until-killed');
  const said: string[] = [];
  for (let kill = 0; kill < options.kills; kill += 1) {
    const ends = await Promise.all(
      Array.from({ length: options.processes }, async () =>
        killAfter(startProgram(program, { room, words }), Math.random() * 40),
      ),
    );
    said.push(...ends.flatMap((end) => linesOf(end)));
  }
  expect(said).not.toContain('not kept');
  return said;
}

it('E-25 T-15 loses no content that was acknowledged, wherever a process was killed', async () => {
  const { room, folder } = makeKeeper();
  const said = await killKeepers(room, [], { kills: KILLS, processes: 1 });
  expect(said.length).toBeGreaterThan(0);
  expect(packsIn(folder).length).toBeGreaterThan(0);
  expect(await findLost(room.store().blobs, said)).toEqual([]);
  expect(await findLost(createBlobFiles(folder), said), 'the check needs contents in packs').not.toEqual([]);
  await closeSession(room);
  expect(packsIn(folder)).toEqual([]);
  expect(await findLost(createBlobFiles(folder), said)).toEqual([]);
}, 120_000);

it('E-25 T-15 loses none while several processes keep, write out and are killed', async () => {
  const { room, folder } = makeKeeper();
  const said = await killKeepers(room, ['closing'], { kills: KILLS, processes: 3 });
  expect(said.length).toBeGreaterThan(0);
  expect(await findLost(room.store().blobs, said)).toEqual([]);
  await closeSession(room);
  expect(packsIn(folder)).toEqual([]);
  expect(await findLost(createBlobFiles(folder), said)).toEqual([]);
}, 180_000);

it('T-15 has a check that catches who acknowledges before the content is kept', async () => {
  const { room } = makeKeeper();
  const said: string[] = [];
  // A kill that comes before the first word proves nothing.
  for (let tries = 0; said.length === 0 && tries < 50; tries += 1)
    said.push(...(await killKeepers(room, ['late'], { kills: 1, processes: 1 })));
  expect(await findLost(room.store().blobs, said)).not.toEqual([]);
}, 60_000);

it('E-25 reads what stands before a torn end, at whichever byte it was torn', async () => {
  const { folder } = makeKeeper();
  const contents = [encode('first\n'), new Uint8Array(), encode('last of three')];
  must(await createLocalBlobs(folder).putAll(contents));
  const [path = ''] = packsIn(folder);
  const whole = readFileSync(path);
  let most = 0;
  for (let length = 0; length <= whole.length; length += 1) {
    writeFileSync(path, whole.subarray(0, length));
    const blobs = createLocalBlobs(folder);
    const back = await Promise.all(contents.map(async (bytes) => must(await blobs.get(contentHash(bytes)))));
    const count = back.findIndex((bytes) => bytes === null);
    const found = count === -1 ? contents.length : count;
    expect(back.slice(found).every((bytes) => bytes === null)).toBe(true);
    expect(found).toBeGreaterThanOrEqual(most);
    most = found;
  }
  expect(most).toBe(contents.length);
  // Zeros, as some file systems leave them, and what somebody put there.
  for (const end of [Buffer.alloc(500), Buffer.from(`${'0'.repeat(64)} 1 99999\nx\n`), Buffer.from('\n\n')]) {
    writeFileSync(path, Buffer.concat([whole, end]));
    expect(must(await createLocalBlobs(folder).list())).toHaveLength(contents.length);
  }
});

it('E-25 says that a content is damaged instead of giving it, and keeps it anew', async () => {
  const { room, folder } = makeKeeper();
  const hash = contentHash(encode('the truth'));
  must(await createLocalBlobs(folder).putAll([encode('the truth'), encode('beside it')]));
  const [path = ''] = packsIn(folder);
  const forged = readFileSync(path, 'latin1').replace('the truth', 'the lies!');
  const damaged = { ok: false, error: { code: 'not_readable' } };
  writeFileSync(path, forged, 'latin1');
  expect(await createLocalBlobs(folder).get(hash)).toMatchObject(damaged);
  await closeSession(room);
  expect(await createLocalBlobs(folder).get(hash)).toMatchObject(damaged);
  expect(await readBack(createLocalBlobs(folder), encode('beside it'))).toEqual(encode('beside it'));
  must(await createLocalBlobs(folder).putAll([encode('the truth')]));
  expect(await readBack(createLocalBlobs(folder), encode('the truth'))).toEqual(encode('the truth'));
  await closeSession(room);
  expect(await readBack(createBlobFiles(folder), encode('the truth'))).toEqual(encode('the truth'));
});

const noSpace = (): never => {
  throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
};

const faults: readonly (readonly [string, () => Partial<FileCalls>])[] = [
  ['refuses every byte', () => ({ write: noSpace })],
  ['takes nothing and says so', () => ({ write: () => 0 })],
  [
    'takes the first bytes only',
    () => {
      let left = 70;
      return {
        write: (file, bytes, from) => {
          if (left === 0) return noSpace();
          const part = bytes.subarray(from, from + left);
          left -= part.length;
          return systemCalls.write(file, part, 0);
        },
      };
    },
  ],
  [
    'loses what it was to write',
    () => ({
      sync: async () => {
        throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
      },
    }),
  ],
];

it.each(faults)('E-25 T-15 keeps contents in files of their own where the disk %s', async (_title, fault) => {
  const { folder } = makeKeeper();
  const contents = [encode('old content'), encode('new content')];
  must(await createLocalBlobs(folder).putAll([encode('kept before')]));
  const blobs = createLocalBlobs(folder, { ...systemCalls, ...fault() });
  const all = await Promise.all([blobs.putAll(contents), blobs.putAll([encode('a third')])]);
  all.forEach(must);
  for (const bytes of [...contents, encode('a third'), encode('kept before')])
    expect(await readBack(createLocalBlobs(folder), bytes)).toEqual(bytes);
});

it('E-25 leaves the pack where it cannot be written out, and lets go of nothing that is in it', async () => {
  const { room, folder } = makeKeeper();
  const bytes = encode('cannot get a file');
  const hash = contentHash(bytes);
  const blobs = createLocalBlobs(folder);
  must(await blobs.putAll([bytes]));
  const inTheWay = join(folder, hash.slice(7, 9));
  writeFileSync(inTheWay, 'no folder');
  await closeSession(room);
  const later = new Date(Date.now() + 3_600_000);
  expect(must(await blobs.remove([hash], later))).toEqual([]);
  rmSync(inTheWay);
  expect(await readBack(createLocalBlobs(folder), bytes)).toEqual(bytes);
  expect(must(await blobs.remove([hash], later))).toEqual([hash]);
  expect(must(await createLocalBlobs(folder).get(hash))).toBeNull();
  expect(packsIn(folder)).toEqual([]);
});

it('E-17 writes a content out with the time at which it was kept last', async () => {
  const { room, folder } = makeKeeper();
  const blobs = createLocalBlobs(folder);
  const hash = contentHash(encode('twice'));
  must(await blobs.putAll([encode('twice')]));
  const [path = ''] = packsIn(folder);
  writeFileSync(path, readFileSync(path, 'latin1').replace(/ \d+ /u, ' 1000 '), 'latin1');
  await closeSession(room);
  expect(statSync(fileOf(folder, hash)).mtimeMs).toBe(1000);
  const since = new Date();
  must(await blobs.putAll([encode('other')]));
  must(await blobs.putAll([encode('other'), encode('twice')]));
  expect(must(await blobs.remove([hash, contentHash(encode('other'))], since))).toEqual([]);
});

it('E-25 keeps bytes that lie in a file already without a pack, as in a workspace of before', async () => {
  const { folder } = makeKeeper();
  must(await createBlobFiles(folder).put(encode('long ago')));
  must(await createLocalBlobs(folder).putAll([encode('long ago')]));
  expect(packsIn(folder)).toEqual([]);
});

const fill = (seed: number): Uint8Array =>
  Uint8Array.from({ length: 60_000 }, (_item, index) => (index * seed) % 251);

it('E-25 adds to no pack that was taken away or is full', async () => {
  const { room, folder } = makeKeeper();
  const blobs = createLocalBlobs(folder);
  const seeds = Array.from({ length: 24 }, (_item, index) => index + 1);
  for (const seed of seeds) must(await blobs.putAll([fill(seed)]));
  expect(packsIn(folder)).toHaveLength(1);
  expect(statSync(packsIn(folder)[0] ?? '').size).toBeLessThan(2 ** 20);
  await closeSession(room);
  must(await blobs.putAll([fill(99)]));
  rmSync(folder, { recursive: true });
  must(await blobs.putAll([fill(99)]));
  expect(await readBack(room.store().blobs, fill(99))).toEqual(fill(99));
});
