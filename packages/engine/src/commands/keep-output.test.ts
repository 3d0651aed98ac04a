import { fail, rookError, sessionIdSchema, succeed, type Result } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { OutputDraft } from '../ports/kept-outputs.ts';
import type { Blobs, Store } from '../ports/store.ts';
import { keepOutput, type KeptOutput, type OutputKeeper } from './keep-output.ts';

const decoder = new TextDecoder();
const session = sessionIdSchema.parse('rook-20261116-00000001');
const small = { heldBytes: 1000, keptBytes: 20_000 };

const taken = async () => succeed(undefined);
const note = async () => undefined;

type KeepingParts = Partial<Parameters<typeof keepOutput>[0]>;

function makeKeeper({ blobs, outputs }: Store, parts: KeepingParts): OutputKeeper {
  return keepOutput({
    blobs,
    left: {
      begin: async () => outputs.begin(session, 'c-1'),
      note: async (pieces) => outputs.keep(session, 'c-1', pieces),
    },
    clock: createFakeClock(),
    redact: (text) => text.replaceAll('hunter2', '[gone]'),
    unfinishedFrom: ({ length }) => length,
    ...parts,
  });
}

async function keep(
  store: Store,
  pieces: readonly Uint8Array[],
  parts: KeepingParts = {},
): Promise<KeptOutput> {
  const keeper = makeKeeper(store, { ...small, ...parts });
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
      const store = createFakeStore();
      const { blobs } = store;
      const kept = await keep(store, printed);
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
    const store = createFakeStore();
    const { blobs } = store;
    const line = 'abcdefghi\n'.repeat(length / 10 + 1).slice(0, length);
    const printed = line.match(/[^]{1,777}/gu) ?? [];
    const kept = await keep(
      store,
      printed.map((part) => new TextEncoder().encode(part)),
    );
    const text = decoder.decode(await read(blobs, kept));
    expect(kept.droppedBytes).toBe(Math.max(0, length - 21_000));
    const cut = `${line.slice(0, 20_000)}\n[… ${kept.droppedBytes} bytes were not kept …]\n${line.slice(-1000)}`;
    expect(text).toBe(kept.droppedBytes === 0 ? line : cut);
  }
});

it.each([100, 400_000])('G-08 takes secrets out of all of an output of %d bytes', async (length) => {
  const store = createFakeStore();
  const text = `${'x\n'.repeat(length / 2)}hunter2 and more\n`;
  const keeper = makeKeeper(store, { heldBytes: 1000 });
  for (let at = 0; at < text.length; at += 333)
    await keeper.add(new TextEncoder().encode(text.slice(at, at + 333)));
  const kept = decoder.decode(await read(store.blobs, await keeper.end()));
  expect(kept).toBe(text.replace('hunter2', '[gone]'));
});

it.each([2000, 400_000])(
  'G-08 takes secrets out of %d bytes that begin as no text, and leaves every other byte',
  async (length) => {
    const store = createFakeStore();
    const [odd, secret] = [Buffer.alloc(9000, 0xf1), Buffer.from('hunter2')];
    const filler = Buffer.alloc(length, 0x81);
    const printed = Buffer.concat([odd, filler, secret, filler]);
    const keeper = makeKeeper(store, { heldBytes: 20_000 });
    for (let at = 0; at < printed.length; at += 777) await keeper.add(printed.subarray(at, at + 777));
    const kept = Buffer.from(await read(store.blobs, await keeper.end()));
    expect(kept.equals(Buffer.concat([odd, filler, Buffer.from('[gone]'), filler]))).toBe(true);
  },
);

it('G-08 where the disk takes no more, the beginning and the end are kept, and it says what is missing', async () => {
  const store = createFakeStore();
  const { blobs } = store;
  const full = fail(rookError('not_writable', 'The disk is full.'));
  const drafts: readonly Result<OutputDraft>[] = [
    full,
    succeed({ add: async () => full, waiting: async () => full, keep: async () => full, drop: note }),
    succeed({ add: taken, waiting: async () => full, keep: async () => full, drop: note }),
  ];
  const lines = [new TextEncoder().encode('line\n'.repeat(1000))];
  for (const draft of drafts) {
    const kept = await keep(store, lines, { left: { begin: async () => draft, note } });
    expect(kept.droppedBytes).toBe(3000);
    expect(decoder.decode(await read(blobs, kept))).toContain('3000 bytes were not kept');
  }
  const left = { begin: async () => full, note };
  const nothing = await keep(store, lines, { left, blobs: { put: async () => full } });
  expect(nothing.blob).toBeNull();
});
