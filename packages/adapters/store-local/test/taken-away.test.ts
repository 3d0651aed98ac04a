import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createFakeClock } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { findBrokenPromises, inspectRoom } from './check-promises.ts';
import {
  fieldOf,
  makeFolder,
  makeRoom,
  makeWrittenRoom,
  must,
  startDraft,
  tellEntries,
  turnDraft,
  type FaultRoom,
} from './fault-room.ts';
import { bundlePrograms, startProgram, valuesOf } from './run-program.ts';

const NOBODY = 65_534;
/** Looks thoroughly whether the file is still where it was. */
const DURABLE = { durable: true } as const;
const isRoot = process.getuid?.() === 0 && process.platform === 'linux';
if (!isRoot)
  process.stderr.write(
    'SKIPPED: only root on Linux can become another user; nothing is proved about read-only folders.\n',
  );

/** A room that belongs to an ordinary user, with a program that this user may run. */
function makeRoomOfNobody(): { room: FaultRoom; program: string } {
  const room = makeRoom(makeFolder(tmpdir()));
  const program = bundlePrograms('write-to-folder')('write-to-folder');
  for (const folder of [room.root, dirname(program)]) chmodSync(folder, 0o777);
  for (const folder of [room.home, room.folder]) {
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, NOBODY, NOBODY);
  }
  return { room, program };
}

it.skipIf(!isRoot)('T-15 says that a read-only folder cannot be written, and writes nothing', async () => {
  const { room, program } = makeRoomOfNobody();
  chmodSync(room.folder, 0o500);
  const [said] = valuesOf(await startProgram(program, { room, uid: NOBODY }).end);
  expect(said).toMatchObject({ opened: false, code: 'not_writable' });
  expect(String(said?.['message'])).toContain('permission denied');
  expect(existsSync(room.file)).toBe(false);
  chmodSync(room.folder, 0o700);
  const [again] = valuesOf(await startProgram(program, { room, uid: NOBODY }).end);
  expect(again).toMatchObject({ opened: true, appended: true, closed: true, unwritten: 0 });
});

it.skipIf(!isRoot)(
  'T-15 says that a read-only session cannot be written, and leaves it as it is',
  async () => {
    const { room, program } = makeRoomOfNobody();
    await startProgram(program, { room, uid: NOBODY }).end;
    const before = room.bytes();
    chmodSync(room.file, 0o400);
    const [said] = valuesOf(await startProgram(program, { room, uid: NOBODY }).end);
    expect(said).toMatchObject({ opened: false, code: 'journal_unavailable' });
    expect(room.bytes().equals(before)).toBe(true);
    chmodSync(room.file, 0o600);
    const [again] = valuesOf(await startProgram(program, { room, uid: NOBODY }).end);
    expect(again).toMatchObject({ appended: true, entries: 2 });
  },
);

const removals: readonly (readonly [string, (room: FaultRoom) => void])[] = [
  ['the file', (room) => rmSync(room.file)],
  ['the folder of its day', (room) => rmSync(dirname(room.file), { recursive: true })],
  ['the whole folder', (room) => rmSync(room.folder, { recursive: true })],
  ['the file, moved away,', (room) => renameSync(room.file, `${room.file}.bak`)],
  ['the whole folder, moved away,', (room) => renameSync(room.folder, `${room.folder}.bak`)],
];

it.each(removals)(
  'T-15 notices that %s is gone, begins anew and says what is missing',
  async (_title, remove) => {
    const room = makeRoom();
    const journal = await room.open();
    must(await journal.append([startDraft, turnDraft(1)]));
    must(await journal.settle());
    remove(room);
    const refused = await journal.append([turnDraft(2)], DURABLE);
    expect(refused).toMatchObject({ ok: false, error: { code: 'journal_unavailable' } });
    expect(journal.state().unwritten).toBe(1);
    must(await journal.append([turnDraft(3)]));
    expect(journal.state().unwritten).toBe(0);
    const lines = await room.lines();
    expect(tellEntries(lines)).toEqual(['session_start', 'bug_recorded', 't0002', 't0003']);
    expect(fieldOf(lines[1] ?? failHard(), 'description')).toContain('it held 2 entries and holds 0 now');
    expect(await room.verify()).toMatchObject({ ok: false, reason: 'rewritten' });
    must(await journal.close());
  },
);

function failHard(): never {
  throw new Error('there is no such line');
}

it('T-15 notices that another file took the place of the journal, also a longer one', async () => {
  const other = await makeWrittenRoom(5);
  const room = makeRoom();
  const journal = await room.open();
  must(await journal.append([startDraft, turnDraft(7)]));
  cpSync(other.file, `${room.file}.new`);
  renameSync(`${room.file}.new`, room.file);
  const before = room.bytes();
  expect(await journal.append([turnDraft(8)])).toMatchObject({
    ok: false,
    error: { code: 'journal_unavailable' },
  });
  must(await journal.append([turnDraft(9)]));
  must(await journal.close());
  const { broken, lines } = await inspectRoom(room, [], before);
  expect(broken).toEqual([]);
  expect(tellEntries(lines).slice(6)).toEqual(['bug_recorded', 't0008', 't0009']);
});

it('T-15 keeps a file that was saved by an editor under the same name', async () => {
  const room = makeRoom();
  const journal = await room.open();
  const acknowledged = must(await journal.append([startDraft, turnDraft(1)])).map(({ event_id: id }) => id);
  const before = room.bytes();
  renameSync(room.file, `${room.file}~`);
  writeFileSync(room.file, before);
  expect((await journal.append([turnDraft(2)], DURABLE)).ok).toBe(false);
  must(await journal.append([turnDraft(3)]));
  must(await journal.close());
  expect(await findBrokenPromises(room, acknowledged, before)).toEqual([]);
  expect(tellEntries(await room.lines())).toEqual(['session_start', 't0001', 't0002', 't0003']);
});

it('I-19 T-15 keeps its file and its order when the clock goes back or passes midnight', async () => {
  const clock = createFakeClock(new Date(Date.UTC(2026, 10, 15, 23, 59, 59)));
  const room = makeRoom(makeFolder(), clock);
  const journal = await room.open();
  must(await journal.append([startDraft, turnDraft(1)]));
  clock.setWallClock(new Date(Date.UTC(2026, 10, 13, 12)));
  must(await journal.append([turnDraft(2)]));
  clock.setWallClock(new Date(Date.UTC(2026, 10, 16, 0, 0, 1)));
  must(await journal.append([turnDraft(3)]));
  must(await journal.close());
  const again = await room.open();
  must(await again.append([turnDraft(4)]));
  must(await again.close());
  const { broken, lines } = await inspectRoom(room, [], new Uint8Array());
  expect(broken).toEqual([]);
  expect(tellEntries(lines)).toEqual(['session_start', 't0001', 't0002', 't0003', 't0004']);
  expect(must(await room.store().list()).map(({ path }) => path)).toEqual([room.file]);
  expect(existsSync(join(room.folder, 'chats', '2026-11-16'))).toBe(false);
  expect(lines.map((line) => String(fieldOf(line, 'timestamp')).slice(8, 10))).toEqual([
    '15',
    '15',
    '13',
    '16',
    '16',
  ]);
});

it('T-15 does not write to a session that another one took after the locks were removed', async () => {
  const room = makeRoom();
  const first = await room.open();
  must(await first.append([startDraft, turnDraft(1)]));
  rmSync(room.folder, { recursive: true });
  const second = await room.open();
  must(await second.append([startDraft, turnDraft(2)]));
  for (const turn of [3, 4]) {
    expect(await first.append([turnDraft(turn)])).toMatchObject({
      ok: false,
      error: { code: 'journal_unavailable' },
    });
  }
  expect(first.state().unwritten).toBe(2);
  must(await second.append([turnDraft(5)]));
  must(await second.close());
  must(await first.append([turnDraft(6)]));
  must(await first.close());
  expect(await findBrokenPromises(room, [], new Uint8Array())).toEqual([]);
  const told = ['session_start', 't0002', 't0005', 'bug_recorded', 't0003', 't0004', 't0006'];
  expect(tellEntries(await room.lines())).toEqual(told);
});
