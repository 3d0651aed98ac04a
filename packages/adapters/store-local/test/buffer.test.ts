import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { createFakeClock } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { findBrokenPromises } from './check-promises.ts';
import {
  fieldOf,
  makeFolder,
  makeRoom,
  must,
  startDraft,
  tellEntries,
  turnDraft,
  type FaultRoom,
} from './fault-room.ts';

/** Looks thoroughly whether the file is still where it was. */
const DURABLE = { durable: true } as const;

/** Makes the session's folder a plain file, so that nothing can be written there until it is undone. */
function blockFolder(room: FaultRoom): () => void {
  const day = dirname(room.file);
  const aside = join(room.root, 'aside');
  renameSync(day, aside);
  writeFileSync(day, 'no folder');
  return () => {
    rmSync(day);
    renameSync(aside, day);
  };
}

it('I-14 I-15 I-16 keeps the last 50 of 60 entries, counts the lost, and tells about them in order', async () => {
  const clock = createFakeClock(new Date(Date.UTC(2026, 10, 15, 22)));
  const room = makeRoom(makeFolder(), clock);
  const journal = await room.open();
  const acknowledged = must(await journal.append([startDraft])).map(({ event_id: id }) => id);
  const before = room.bytes();
  const unblock = blockFolder(room);
  for (let turn = 1; turn <= 60; turn += 1) {
    clock.advance(1000);
    const result = await journal.append([turnDraft(turn)], DURABLE);
    expect(result).toMatchObject({ ok: false, error: { code: 'journal_unavailable' } });
    const kept = Math.min(turn, 50);
    expect(journal.state()).toMatchObject({ unwritten: kept, lost: turn - kept });
    expect(result.ok ? '' : result.error.message).toContain(`${kept} entries wait`);
  }
  expect((await journal.settle()).ok).toBe(false);
  unblock();
  const [last] = must(await journal.append([turnDraft(61)]));
  expect(journal.state()).toMatchObject({ unwritten: 0, lost: 0 });
  must(await journal.close());
  expect(await findBrokenPromises(room, [...acknowledged, last?.event_id ?? 'none'], before)).toEqual([]);
  const lines = (await room.lines()).filter(({ read }) => read.kind !== 'unreadable');
  const turns = lines.filter((line) => fieldOf(line, 'event_type') === 'turn');
  const numbers = Array.from({ length: 51 }, (_item, index) => `t${String(index + 11).padStart(4, '0')}`);
  // The first write went into the folder while it lay aside: it failed, and yet nothing of it is lost.
  expect(tellEntries(turns)).toEqual(['t0001', ...numbers]);
  const times = turns.map((line) => String(fieldOf(line, 'timestamp')));
  expect(times).toEqual(times.toSorted());
  const bugs = lines.filter((line) => fieldOf(line, 'event_type') === 'bug_recorded');
  expect(bugs.map((line) => fieldOf(line, 'description'))).toEqual([
    '9 entries could not be kept while the journal could not be written.',
  ]);
});

it('I-15 writes what waits when the journal is closed', async () => {
  const room = makeRoom();
  const journal = await room.open();
  must(await journal.append([startDraft]));
  const unblock = blockFolder(room);
  expect((await journal.append([turnDraft(1), turnDraft(2)], DURABLE)).ok).toBe(false);
  unblock();
  must(await journal.close());
  expect(tellEntries(await room.lines()).filter((text) => text !== 'unreadable')).toEqual([
    'session_start',
    't0001',
    't0002',
  ]);
});

it('I-14 T-15 says so when the journal is closed and still cannot be written', async () => {
  const room = makeRoom();
  const journal = await room.open();
  must(await journal.append([startDraft]));
  const before = room.bytes();
  const unblock = blockFolder(room);
  expect((await journal.append([turnDraft(1)], DURABLE)).ok).toBe(false);
  expect(await journal.close()).toMatchObject({ ok: false, error: { code: 'journal_unavailable' } });
  unblock();
  expect(room.bytes().subarray(0, before.length).equals(before)).toBe(true);
  expect(must(await room.store().holder(room.session))).toBeNull();
});

it('T-15 counts as unwritten what is being tried again, until it is written', async () => {
  const room = makeRoom();
  const journal = await room.open();
  must(await journal.append([startDraft]));
  const unblock = blockFolder(room);
  await journal.append([turnDraft(1), turnDraft(2)], DURABLE);
  unblock();
  const seen: number[] = [];
  const watch = setInterval(() => seen.push(journal.state().unwritten), 0);
  const again = journal.append([turnDraft(3)]);
  seen.push(journal.state().unwritten);
  const result = await again;
  clearInterval(watch);
  must(result);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((count) => count === 0)).toEqual([]);
  expect(journal.state().unwritten).toBe(0);
  must(await journal.close());
});

it('T-15 counts as unwritten an entry whose long field is still on its way to the blobs', async () => {
  const room = makeRoom();
  const journal = await room.open();
  const appended = journal.append([turnDraft(1, 'x'.repeat(6_000_000))]);
  expect(journal.state().unwritten).toBe(1);
  must(await appended);
  expect(journal.state().unwritten).toBe(0);
  must(await journal.close());
  expect(room.bytes().length).toBeLessThan(10_000);
});
