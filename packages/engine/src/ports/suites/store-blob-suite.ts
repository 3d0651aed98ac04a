import type { Result } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import type { Store } from '../store.ts';
import type { SuiteCase } from './failed-cases.ts';

/** What every store promises of bytes that it keeps. */
export const storeBlobSuite: readonly SuiteCase<Store>[] = [
  {
    title: 'bytes are kept under their hash, the same ones once, and come back whole',
    check: async (open) => {
      const contents = [
        new Uint8Array(),
        encode('text'),
        Uint8Array.from({ length: 70_000 }, (_u, i) => (i * i) % 251),
      ];
      for (const bytes of [...contents, ...contents]) {
        const kept = await open().blobs.put(bytes);
        if (!kept.ok || kept.value !== contentHash(bytes)) return 'the name is not the hash';
        const back = await open().blobs.get(kept.value);
        if (!back.ok || back.value === null || contentHash(back.value) !== kept.value)
          return 'they came back changed';
      }
      const none = await open().blobs.get(contentHash(encode('never kept')));
      return none.ok && none.value === null ? null : 'bytes that were never kept are there';
    },
  },
  {
    title: 'kept bytes are listed, and let go unless somebody kept them since',
    check: async (open) => {
      const [first, second] = [encode('first to go'), encode('second to go')].map((bytes) => ({
        bytes,
        hash: contentHash(bytes),
      }));
      if (first === undefined || second === undefined) return 'there is nothing to keep';
      for (const { bytes } of [first, second]) await open().blobs.put(bytes);
      const listed = await open().blobs.list();
      const known = new Set(listed.ok ? listed.value.map(({ hash }) => hash) : []);
      if (!known.has(first.hash) || !known.has(second.hash)) return 'not all that is kept is listed';
      const spared = await open().blobs.remove([first.hash], new Date(0));
      if (!spared.ok || spared.value.length > 0) return 'what was kept since went';
      const still = await open().blobs.get(first.hash);
      if (!still.ok || still.value === null) return 'what was kept since is gone';
      const gone = await open().blobs.remove([first.hash], new Date(Date.now() + 3_600_000));
      if (!gone.ok || gone.value.join() !== first.hash) return 'it did not say what went';
      const [went, stays] = [await open().blobs.get(first.hash), await open().blobs.get(second.hash)];
      if (!went.ok || went.value !== null) return 'what went is still there';
      if (!stays.ok || stays.value === null) return 'another one went, too';
      const again = await open().blobs.put(first.bytes);
      return again.ok ? null : 'it cannot be kept again';
    },
  },
  {
    title: 'bytes that are kept together come back, are listed, and are let go, as those that are kept alone',
    check: async (open) => {
      const alone = encode('kept alone first');
      const large = Uint8Array.from({ length: 70_000 }, (_u, i) => (i * i) % 253);
      const contents = [alone, encode('one of them'), new Uint8Array(), large, encode('one of them')];
      await open().blobs.put(alone);
      const store = open();
      for (let round = 0; round < 2; round += 1) {
        const kept = await store.blobs.putAll(contents);
        if (!kept.ok) return 'they are not kept';
        for (const bytes of contents) {
          const back = await open().blobs.get(contentHash(bytes));
          if (!back.ok || back.value === null || contentHash(back.value) !== contentHash(bytes))
            return 'they did not come back';
        }
      }
      const listed = await open().blobs.list();
      const known = listed.ok ? listed.value.map(({ hash }) => hash) : [];
      if (new Set(known).size !== known.length || known.length !== 4)
        return 'not each of them is listed once';
      const hash = contentHash(encode('one of them'));
      const spared = await open().blobs.remove([hash], new Date(0));
      if (!spared.ok || spared.value.length > 0) return 'what was kept since went';
      const gone = await open().blobs.remove([hash], new Date(Date.now() + 3_600_000));
      const [went, stays] = [await open().blobs.get(hash), await open().blobs.get(contentHash(alone))];
      if (!gone.ok || gone.value.join() !== hash || !went.ok || went.value !== null)
        return 'it is still there';
      if (!stays.ok || stays.value === null) return 'another one went, too';
      await store.blobs.putAll(contents);
      const again = await open().blobs.get(hash);
      return again.ok && again.value !== null ? null : 'it cannot be kept again';
    },
  },
  {
    title: 'bytes that come piece by piece are kept as one, under the hash of all of them',
    check: async (open) => {
      const whole = scramble();
      for (const lengths of [[3_000_000], [1, 0, 70_000, 1_200_000, 1_729_999], [0]]) {
        const expected = whole.subarray(
          0,
          lengths.reduce((sum, length) => sum + length, 0),
        );
        const begun = await open().blobs.begin();
        if (!begun.ok) return 'it cannot be begun';
        let from = 0;
        for (const length of lengths) {
          const added = await begun.value.add(whole.subarray(from, from + length));
          if (!added.ok) return 'a piece was not taken';
          from += length;
        }
        const early = await open().blobs.get(contentHash(expected));
        if (from > 0 && lengths.length === 1 && (!early.ok || early.value !== null))
          return 'they are there before they are kept';
        const kept = await begun.value.keep();
        if (!kept.ok || kept.value !== contentHash(expected)) return 'the name is not the hash';
        await begun.value.drop();
        const back = await open().blobs.get(kept.value);
        if (!back.ok || back.value === null || contentHash(back.value) !== kept.value)
          return 'they came back changed';
        const late = await begun.value.add(whole.subarray(0, 1));
        if (late.ok) return 'more was added after the end';
      }
      const listed = await open().blobs.list();
      return listed.ok && listed.value.length === 2 ? null : 'not each of them is listed once';
    },
  },
  {
    title: 'several are kept piece by piece at once, and one that is let go of leaves nothing',
    check: async (open) => {
      const store = open();
      const [first, second, third] = [
        await store.blobs.begin(),
        await store.blobs.begin(),
        await store.blobs.begin(),
      ];
      if (!first.ok || !second.ok || !third.ok) return 'they cannot be begun';
      for (const letter of ['a', 'b', 'c']) {
        await first.value.add(encode(`first ${letter}`));
        await second.value.add(encode(`second ${letter}`));
        await third.value.add(encode(`third ${letter}`));
      }
      await third.value.drop();
      if ((await third.value.keep()).ok) return 'one that was let go of was kept';
      const kept = [await first.value.keep(), await second.value.keep()];
      const names = kept.map((one) => (one.ok ? one.value : ''));
      const expected = ['first afirst bfirst c', 'second asecond bsecond c'];
      if (names.join() !== expected.map((text) => contentHash(encode(text))).join()) return 'they were mixed';
      const listed = await open().blobs.list();
      return listed.ok && listed.value.length === 2 ? null : 'something else is listed';
    },
  },
  {
    title:
      'kept bytes come back piece by piece too, however they were kept, and what is not kept is not there',
    check: async (open) => {
      const contents = [new Uint8Array(), encode('alone'), encode('together'), scramble().subarray(1)];
      const [empty, alone, together, large] = contents;
      if (empty === undefined || alone === undefined || together === undefined || large === undefined)
        return 'there is nothing to keep';
      const store = open();
      await store.blobs.put(empty);
      await store.blobs.put(alone);
      await store.blobs.putAll([together]);
      const begun = await store.blobs.begin();
      if (!begun.ok) return 'it cannot be begun';
      await begun.value.add(large);
      await begun.value.keep();
      for (const bytes of contents) {
        const read = await open().blobs.read(contentHash(bytes));
        if (!read.ok || read.value === null) return 'they are not there';
        const back = await collect(read.value);
        if (back === null || contentHash(back) !== contentHash(bytes)) return 'they came back changed';
      }
      const part = await open().blobs.read(contentHash(large));
      if (!part.ok || part.value === null) return 'they are not there';
      for await (const piece of part.value) {
        if (!piece.ok || piece.value.length === 0) return 'a piece is none';
        if (piece.value.length > MOST_PIECE_BYTES) return 'a piece is too large';
        break;
      }
      const none = await open().blobs.read(contentHash(encode('never kept')));
      return none.ok && none.value === null ? null : 'bytes that were never kept are there';
    },
  },
];

/** So much of a large content may be in memory. */
const MOST_PIECE_BYTES = 2_000_000;

async function collect(pieces: AsyncIterable<Result<Uint8Array>>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) {
    if (!piece.ok) return null;
    parts.push(piece.value);
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

let scrambled: Uint8Array | undefined;

/** Bytes that no packing makes much smaller. */
function scramble(): Uint8Array {
  let state = 1;
  scrambled ??= Uint8Array.from({ length: 3_000_000 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 24;
  });
  return scrambled;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
