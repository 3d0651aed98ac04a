import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';

import type { Store } from '@rook/engine';
import { expect, it } from 'vitest';

import { findBrokenPromises, inspectRoom } from './check-promises.ts';
import { fieldOf, makeRoom, makeWrittenRoom, must, turnDraft, type FaultRoom } from './fault-room.ts';

const LINE_BREAK = 10;

/** Where the line that begins `lines` lines before the end begins. */
function startOfLast(bytes: Buffer, lines: number): number {
  let at = bytes.length - 1;
  for (let line = 0; line < lines; line += 1) at = bytes.lastIndexOf(LINE_BREAK, at - 1);
  return at + 1;
}

function countBreaks(bytes: Buffer): number {
  return bytes.filter((byte) => byte === LINE_BREAK).length;
}

/** Opens what a crash left and writes one more entry. */
async function continueAfter(room: FaultRoom, left: Buffer): ReturnType<typeof inspectRoom> {
  room.put(left);
  rmSync(room.anchor, { force: true });
  const journal = await room.open();
  const [entry] = must(await journal.append([turnDraft(9)]));
  must(await journal.close());
  return inspectRoom(room, [entry?.event_id ?? 'none'], left);
}

/** Runs the check at every place, in a few rooms at once. */
async function sweep(
  from: number,
  to: number,
  check: (room: FaultRoom, cut: number) => Promise<void>,
): Promise<void> {
  const lanes = Array.from({ length: 4 }, async (_item, lane) => {
    const room = makeRoom();
    for (let cut = from + lane; cut < to; cut += 4) await check(room, cut);
  });
  await Promise.all(lanes);
}

it('I-03 T-15 closes and seals a line that was torn at any of its bytes', async () => {
  const whole = (await makeWrittenRoom()).bytes();
  await sweep(startOfLast(whole, 3), whole.length, async (room, cut) => {
    const left = whole.subarray(0, cut);
    const begun = left.subarray(left.lastIndexOf(LINE_BREAK) + 1);
    const { broken, lines } = await continueAfter(room, left);
    expect(broken, `cut at ${cut}`).toEqual([]);
    const line = countBreaks(left) + 1;
    const repair = begun.length === 0 ? [] : ['journal_repaired'];
    expect(lines.slice(line - 1 + repair.length).map((one) => fieldOf(one, 'event_type'))).toEqual([
      ...repair,
      'turn',
    ]);
    const [seal] = lines.slice(line);
    if (begun.length === 0 || seal === undefined) return;
    expect(room.bytes()[cut]).toBe(LINE_BREAK);
    const said = [fieldOf(seal, 'line'), fieldOf(seal, 'bytes'), fieldOf(seal, 'sha256')];
    expect(said).toEqual([line, begun.length, hash('sha256', begun, 'hex')]);
  });
}, 120_000);

it('T-15 says ok and names the torn line also before anybody mended it', async () => {
  const whole = (await makeWrittenRoom()).bytes();
  const room = makeRoom();
  for (let cut = startOfLast(whole, 1) + 1; cut < whole.length; cut += 7) {
    room.put(whole.subarray(0, cut));
    expect(await room.verify(), `cut at ${cut}`).toMatchObject({ ok: true, torn: [4], entries: 3 });
  }
});

it('I-03 T-15 mends a tear in the mending itself, at any of its bytes', async () => {
  const torn = Buffer.concat([(await makeWrittenRoom(1)).bytes(), Buffer.from('{"torn')]);
  const first = makeRoom();
  await continueAfter(first, torn);
  const mended = first.bytes();
  await sweep(torn.length, mended.lastIndexOf(LINE_BREAK, -2), async (room, cut) => {
    const { broken } = await continueAfter(room, mended.subarray(0, cut));
    expect(broken, `cut at ${cut}`).toEqual([]);
  });
}, 120_000);

it('T-15 mends a session that was torn again and again', async () => {
  const room = makeRoom();
  room.put((await makeWrittenRoom(1)).bytes());
  for (let crash = 1; crash <= 24; crash += 1) {
    const before = room.bytes();
    expect((await continueAfter(room, before)).broken, `crash ${crash}`).toEqual([]);
    const written = room.bytes().length - before.length;
    room.put(room.bytes().subarray(0, before.length + 2 + ((crash * 97) % (written - 2))));
  }
});

it('T-15 has a check that catches a reader which drops torn lines', async () => {
  const room = makeRoom();
  room.put(Buffer.concat([(await makeWrittenRoom()).bytes(), Buffer.from('{"torn')]));
  const before = room.bytes();
  const journal = await room.open({ store: dropTorn(room.store()) });
  const [entry] = must(await journal.append([turnDraft(9)]));
  must(await journal.close());
  const broken = await findBrokenPromises(room, [entry?.event_id ?? 'none'], before);
  expect(broken[0]).toBe('1 of 1 acknowledged entries are lost');
});

/** The twin: what was never finished is not even read, so the next entry is glued to it. */
function dropTorn(store: Store): Store {
  return {
    ...store,
    read: async function* read(session) {
      for await (const batch of store.read(session)) {
        yield batch.ok ? { ok: true, value: batch.value.filter(({ finished }) => finished) } : batch;
      }
    },
  };
}
