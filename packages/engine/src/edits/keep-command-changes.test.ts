import { fail, rookError } from '@rook/contract';
import { expect, it } from 'vitest';

import { contentHash } from '../ports/content-hash.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { keepCommandChanges, type CommandChange } from './keep-command-changes.ts';

const MEGABYTE = 1_000_000;

/** Counts how many bytes were handed out whose keeping has not ended. */
function makeRoom(count: number, size: number) {
  const { blobs } = createFakeStore();
  let [open, most] = [0, 0];
  async function* changes(): AsyncGenerator<CommandChange> {
    for (let index = 0; index < count; index += 1) {
      open += 2 * size;
      most = Math.max(most, open);
      const before = new Uint8Array(size).fill(index);
      yield { path: `f${index}`, before, after: new Uint8Array(size).fill(index + 1) };
    }
  }
  const counting: typeof blobs = {
    ...blobs,
    put: async (bytes) => {
      const put = await blobs.put(bytes.slice(0, 10));
      open -= bytes.length;
      return put;
    },
  };
  return { changes, blobs: counting, most: () => most };
}

it.each([
  [200, MEGABYTE],
  [5, 20 * MEGABYTE],
])('E-16 %i changed files of %i bytes are never all in memory', async (count, size) => {
  const { changes, blobs, most } = makeRoom(count, size);
  const kept = await keepCommandChanges(blobs, changes());
  expect([kept.files.length, kept.problem]).toEqual([count, null]);
  // Those of one file, and a few more.
  expect(most()).toBeLessThanOrEqual(2 * size + 16 * MEGABYTE);
});

it('E-16 keeps both contents, in the order of the changes, with what is written down of them', async () => {
  const { blobs } = createFakeStore();
  const [one, two] = [new TextEncoder().encode('a\nb\n'), new TextEncoder().encode('a\nc\nd\n')];
  async function* changes(): AsyncGenerator<CommandChange> {
    yield { path: 'z', before: one, beforeMode: 0o755, after: two };
    yield { path: 'a', before: 'unknown', after: null, unkept: 'unknown' };
  }
  const { files } = await keepCommandChanges(blobs, changes());
  expect(files.map(({ path }) => path)).toEqual(['z', 'a']);
  expect(files[0]).toMatchObject({ before: contentHash(one), after: contentHash(two), beforeMode: 0o755 });
  expect(files[0]?.facts).toMatchObject({ added: 2, removed: 1, after_size: 6 });
  expect(files[1]).toMatchObject({ before: 'unknown', after: null, unkept: 'unknown' });
  for (const bytes of [one, two])
    expect(await blobs.get(contentHash(bytes))).toEqual({ ok: true, value: bytes });
});

async function* makeMany(): AsyncGenerator<CommandChange> {
  for (let index = 0; index < 50; index += 1)
    yield { path: `f${index}`, before: null, after: Uint8Array.from([index]) };
}

it('E-16 where the disk takes one of them no more, the others are kept, and it is said of which there is nothing', async () => {
  const { blobs } = createFakeStore();
  const full: typeof blobs = {
    ...blobs,
    put: async (bytes) =>
      bytes[0] === 7 ? fail(rookError('not_writable', 'The disk is full.')) : blobs.put(bytes),
  };
  const { files, problem } = await keepCommandChanges(full, makeMany());
  expect([files.length, problem?.message]).toEqual([50, 'The disk is full.']);
  expect(files[7]).toMatchObject({ path: 'f7', after: 'unknown', unkept: 'unknown' });
  expect(files.filter(({ unkept }) => unkept === undefined)).toHaveLength(49);
});
