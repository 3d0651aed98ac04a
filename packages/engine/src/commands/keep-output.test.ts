import { fail, rookError, succeed } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { Blobs } from '../ports/store.ts';
import { keepOutput, type KeptOutput } from './keep-output.ts';

const decoder = new TextDecoder();
const small = { heldBytes: 1000, keptBytes: 20_000 };

async function keep(blobs: Blobs, pieces: readonly Uint8Array[]): Promise<KeptOutput> {
  const keeper = keepOutput({ blobs, redact: (text) => text.replaceAll('hunter2', '[gone]'), ...small });
  for (const piece of pieces) await keeper.add(piece);
  return keeper.end();
}

async function read(blobs: Blobs, { blob }: KeptOutput): Promise<Uint8Array> {
  const bytes = blob === null ? null : await blobs.get(blob);
  if (bytes?.ok !== true || bytes.value === null) throw new Error('It is not kept.');
  return bytes.value;
}

const pieces = fc.array(fc.uint8Array({ maxLength: 900 }), { maxLength: 20 });

it('G-08 keeps all of an output, byte for byte, whether it fits into memory or not', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, async (printed) => {
      const { blobs } = createFakeStore();
      const kept = await keep(blobs, printed);
      const whole = Buffer.concat(printed);
      expect(kept.droppedBytes).toBe(0);
      expect(kept.blob === null).toBe(whole.length === 0);
      const back = whole.length === 0 ? whole : Buffer.from(await read(blobs, kept));
      expect(back.equals(whole)).toBe(true);
    }),
  );
});

it('G-08 of an output beyond all measure it keeps the beginning and the end, and says how much is missing', async () => {
  for (const length of [20_000, 20_001, 20_999, 21_000, 21_001, 50_000]) {
    const { blobs } = createFakeStore();
    const line = 'abcdefghi\n'.repeat(length / 10 + 1).slice(0, length);
    const printed = line.match(/[^]{1,777}/gu) ?? [];
    const kept = await keep(
      blobs,
      printed.map((part) => new TextEncoder().encode(part)),
    );
    const text = decoder.decode(await read(blobs, kept));
    expect(kept.droppedBytes).toBe(Math.max(0, length - 21_000));
    const cut = `${line.slice(0, 20_000)}\n[… ${kept.droppedBytes} bytes were not kept …]\n${line.slice(-1000)}`;
    expect(text).toBe(kept.droppedBytes === 0 ? line : cut);
  }
});

it.each([100, 400_000])('G-08 takes secrets out of all of an output of %d bytes', async (length) => {
  const { blobs } = createFakeStore();
  const text = `${'x\n'.repeat(length / 2)}hunter2 and more\n`;
  const keeper = keepOutput({
    blobs,
    redact: (one) => one.replaceAll('hunter2', '[gone]'),
    heldBytes: 1000,
  });
  for (let at = 0; at < text.length; at += 333)
    await keeper.add(new TextEncoder().encode(text.slice(at, at + 333)));
  const kept = decoder.decode(await read(blobs, await keeper.end()));
  expect(kept).toBe(text.replace('hunter2', '[gone]'));
});

it.each([2000, 400_000])(
  'G-08 takes secrets out of %d bytes that begin as no text, and leaves every other byte',
  async (length) => {
    const { blobs } = createFakeStore();
    const [odd, secret] = [Buffer.alloc(9000, 0xf1), Buffer.from('hunter2')];
    const filler = Buffer.alloc(length, 0x81);
    const printed = Buffer.concat([odd, filler, secret, filler]);
    const keeper = keepOutput({
      blobs,
      redact: (one) => one.replaceAll('hunter2', '[gone]'),
      heldBytes: 20_000,
    });
    for (let at = 0; at < printed.length; at += 777) await keeper.add(printed.subarray(at, at + 777));
    const kept = Buffer.from(await read(blobs, await keeper.end()));
    expect(kept.equals(Buffer.concat([odd, filler, Buffer.from('[gone]'), filler]))).toBe(true);
  },
);

it('G-08 where the disk takes no more, the beginning and the end are kept, and it says what is missing', async () => {
  const { blobs } = createFakeStore();
  const full = fail(rookError('not_writable', 'The disk is full.'));
  const broken: readonly Partial<Blobs>[] = [
    { begin: async () => full },
    {
      begin: async () =>
        succeed({ add: async () => full, keep: async () => full, drop: async () => undefined }),
    },
    {
      begin: async () =>
        succeed({
          add: async () => succeed(undefined),
          keep: async () => full,
          drop: async () => undefined,
        }),
    },
  ];
  for (const breakage of broken) {
    const kept = await keep({ ...blobs, ...breakage }, [new TextEncoder().encode('line\n'.repeat(1000))]);
    expect(kept.droppedBytes).toBe(3000);
    expect(decoder.decode(await read(blobs, kept))).toContain('3000 bytes were not kept');
  }
  const nothing = await keep({ ...blobs, begin: async () => full, put: async () => full }, [
    new TextEncoder().encode('line\n'.repeat(1000)),
  ]);
  expect(nothing.blob).toBeNull();
});
