import { fail, rookError, sessionIdSchema } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createRedactor } from '../journal/redact-secrets.ts';
import { createFakeClock, type FakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { Store } from '../ports/store.ts';
import { keepOutput, type OutputKeeper } from './keep-output.ts';
import { recoverOutput, type RecoveredOutput } from './recover-output.ts';

const session = sessionIdSchema.parse('rook-20261116-00000001');
const encode = (text: string) => new TextEncoder().encode(text);

interface Room {
  readonly store: Store;
  readonly clock: FakeClock;
  readonly keeper: OutputKeeper;
}

function makeRoom(limits: { readonly heldBytes?: number; readonly keptBytes?: number } = {}): Room {
  const store = createFakeStore();
  const clock = createFakeClock();
  const redactor = createRedactor({ secrets: ['correct horse battery staple'] });
  const keeper = keepOutput({
    blobs: store.blobs,
    left: {
      begin: async () => store.outputs.begin(session, 'c-1'),
      note: async (pieces) => store.outputs.keep(session, 'c-1', pieces),
    },
    clock,
    redact: (text) => redactor.redactText(text).text,
    unfinishedFrom: redactor.unfinishedFrom,
    ...limits,
  });
  return { store, clock, keeper };
}

/** Lets the time of the next note come, and what it does. */
async function letNote({ clock }: Room): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    clock.advance(1000);
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  }
}

async function recover({ store }: Room): Promise<RecoveredOutput | null> {
  return recoverOutput(store, session, 'c-1');
}

/** All that is kept of what was recovered. */
async function textOf({ store }: Room, recovered: RecoveredOutput | null): Promise<string | null> {
  const hash = recovered?.blob ?? null;
  const bytes = hash === null ? null : await store.blobs.get(hash);
  return bytes?.ok === true && bytes.value !== null ? new TextDecoder().decode(bytes.value) : null;
}

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_line, at) => `line number ${from + at}\n`).join('');

it('G-08 what was printed when it was last noted is found, and nothing where nothing was', async () => {
  const room = makeRoom();
  expect(await recover(room)).toBeNull();
  await room.keeper.add(encode('one\ntwo\n'));
  expect(await recover(room)).toBeNull();
  await letNote(room);
  const first = await recover(room);
  expect([await textOf(room, first), first?.output.bytes, first?.isWhole]).toEqual(['one\ntwo\n', 8, false]);
  await room.keeper.add(encode('three\n'));
  expect(await textOf(room, await recover(room))).toBe('one\ntwo\n');
  await letNote(room);
  expect(await textOf(room, await recover(room))).toBe('one\ntwo\nthree\n');
});

it('G-08 once a command has come to its end all of it is found, though its end is not written down', async () => {
  for (const heldBytes of [1000, 100]) {
    const room = makeRoom({ heldBytes });
    await room.keeper.add(encode(lines(0, 20)));
    await room.keeper.add(encode('no line end'));
    const { blob } = await room.keeper.end();
    const recovered = await recover(room);
    expect([recovered?.blob, recovered?.isWhole]).toEqual([blob, true]);
    expect(await textOf(room, recovered)).toBe(`${lines(0, 20)}no line end`);
  }
});

it('G-08 an output beyond memory is found whole: what is on the disk, and behind it what was noted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.boolean()), { maxLength: 12 }),
      async (rounds) => {
        const room = makeRoom({ heldBytes: 5000 });
        let [printed, noted] = ['', ''];
        for (const [count, isNoted] of rounds) {
          const text = lines(printed.length, printed.length + count);
          printed += text;
          await room.keeper.add(encode(text));
          if (!isNoted) continue;
          await letNote(room);
          noted = printed;
        }
        const found = (await textOf(room, await recover(room))) ?? '';
        expect(printed.startsWith(found)).toBe(true);
        expect(found.length).toBeGreaterThanOrEqual(noted.length);
      },
    ),
    { numRuns: 60 },
  );
});

it('G-08 what reached the disk after the last note counts too', async () => {
  const room = makeRoom({ heldBytes: 5000 });
  await room.keeper.add(encode(lines(0, 1000)));
  await letNote(room);
  const more = lines(1000, 60_000);
  await room.keeper.add(encode(more));
  const draft = await room.store.outputs.begin(session, 'c-1');
  if (!draft.ok) throw new Error('It cannot be begun.');
  const grown = lines(0, 40_000);
  await draft.value.add(encode(grown));
  const text = await textOf(room, await recover(room));
  expect(text).toBe(grown.slice(0, text?.length));
  expect(text?.length).toBeGreaterThan(lines(0, 39_000).length);
});

it('G-08 where what had grown is gone, the rest is found behind a mark', async () => {
  const room = makeRoom({ heldBytes: 5000 });
  await room.keeper.add(encode(lines(0, 30_000)));
  await letNote(room);
  await room.store.outputs.begin(session, 'c-1');
  const text = await textOf(room, await recover(room));
  expect(text).toMatch(/^\n\[… \d+ bytes were not kept …\]\n/u);
  expect(text?.endsWith('line number 29999\n')).toBe(true);
});

it('G-08 of an output beyond all measure the beginning and the end are found, and how much is missing', async () => {
  const room = makeRoom({ heldBytes: 1000, keptBytes: 5000 });
  const printed = lines(0, 1000);
  await room.keeper.add(encode(printed));
  await letNote(room);
  const recovered = await recover(room);
  const text = await textOf(room, recovered);
  expect(recovered?.droppedBytes).toBe(printed.length - 6000);
  expect(text).toBe(
    `${printed.slice(0, 5000)}\n[… ${printed.length - 6000} bytes were not kept …]\n${printed.slice(-1000)}`,
  );
});

it('G-08 recovering twice finds the same, and keeps it once', async () => {
  const room = makeRoom({ heldBytes: 1000 });
  await room.keeper.add(encode(lines(0, 500)));
  await letNote(room);
  const [first, second] = [await recover(room), await recover(room)];
  expect(second).toEqual(first);
  const listed = await room.store.blobs.list();
  expect(listed.ok && listed.value.length).toBe(1);
});

it('G-08 where the disk takes no more, what can be shown is found', async () => {
  const room = makeRoom();
  await room.keeper.add(encode('one\n'));
  await letNote(room);
  const full = fail(rookError('not_writable', 'The disk is full.'));
  const blobs = { ...room.store.blobs, begin: async () => full, put: async () => full };
  const recovered = await recoverOutput({ outputs: room.store.outputs, blobs }, session, 'c-1');
  expect([recovered?.blob, new TextDecoder().decode(recovered?.output.held)]).toEqual([null, 'one\n']);
});

it('G-08 a note that is none counts for nothing', async () => {
  const room = makeRoom();
  for (const note of ['', 'one\n', '{}\none\n', '{"bytes":-1,"dropped":0,"binary":false,"after":0}\none\n']) {
    await room.store.outputs.keep(session, 'c-1', [encode(note)]);
    expect(await recover(room)).toBeNull();
  }
});
