import { existsSync } from 'node:fs';

import { openJournal } from '@rook/engine';
import { expect, it } from 'vitest';

import { findBrokenPromises } from './check-promises.ts';
import { makeWrittenRoom, must, type FaultRoom } from './fault-room.ts';
import { lineSetting } from './line-setting.ts';
import { bundlePrograms, linesOf, startProgram, valuesOf } from './run-program.ts';

const PROCESSES = 20;

async function tryToOpen(room: FaultRoom): Promise<string> {
  const { clock, session } = room;
  const setup = {
    store: room.store(),
    clock,
    session,
    holder: { surface: 'other' },
    sync: 'turn',
    lines: lineSetting,
  } as const;
  const opened = await openJournal(setup);
  if (opened.ok) must(await opened.value.close());
  return opened.ok ? 'opened' : `${opened.error.code}: ${opened.error.message}`;
}

it('T-15 gives a session to one of 20 processes; the others hear who has it', async () => {
  const program = bundlePrograms('hold-session')('hold-session');
  const room = await makeWrittenRoom();
  const all = Array.from({ length: PROCESSES }, () => startProgram(program, { room }));
  await Promise.all(all.map(async ({ ready }) => ready));
  const holders = all.filter(({ child }) => child.exitCode === null);
  expect(holders).toHaveLength(1);
  const pid = holders[0]?.child.pid;
  expect(must(await room.store().holder(room.session))).toMatchObject({ surface: 'holder', pid });
  const refused = await Promise.all(all.filter((one) => !holders.includes(one)).map(async ({ end }) => end));
  for (const value of refused.flatMap((end) => valuesOf(end))) {
    expect(value).toMatchObject({ held: false, error: { code: 'session_in_use' } });
    expect(JSON.stringify(value)).toContain(`by holder (process ${pid},`);
  }
  expect(refused.flatMap((end) => valuesOf(end))).toHaveLength(PROCESSES - 1);
  expect(await tryToOpen(room)).toContain(
    `session_in_use: Session ${room.session} is in use by holder (process ${pid},`,
  );
  expect(await findBrokenPromises(room, [], new Uint8Array())).toEqual([]);
});

it('T-15 gives the session of a killed process to the next at once, whatever lies there', async () => {
  const program = bundlePrograms('hold-session')('hold-session');
  const room = await makeWrittenRoom();
  for (let kill = 0; kill < 8; kill += 1) {
    const holder = startProgram(program, { room });
    await holder.ready;
    expect(await tryToOpen(room)).toMatch(/^session_in_use/);
    holder.child.kill('SIGKILL');
    await holder.end;
    expect(existsSync(room.holder)).toBe(true);
    expect(must(await room.store().holder(room.session))).toBeNull();
    expect(await tryToOpen(room)).toBe('opened');
    expect(existsSync(room.holder)).toBe(false);
  }
  expect(await findBrokenPromises(room, [], new Uint8Array())).toEqual([]);
});

it('T-15 I-03 loses nothing when 8 processes open, append and close in a loop', async () => {
  const program = bundlePrograms('open-append-close')('open-append-close');
  const room = await makeWrittenRoom();
  const before = room.bytes();
  const ends = await Promise.all(Array.from({ length: 8 }, async () => startProgram(program, { room }).end));
  const acknowledged = ends.flatMap((end) => linesOf(end));
  expect(ends.map(({ code }) => code)).toEqual(ends.map(() => 0));
  expect(acknowledged).toHaveLength(8 * 6 * 2);
  expect(await findBrokenPromises(room, acknowledged, before)).toEqual([]);
  expect((await room.lines()).length).toBe(4 + acknowledged.length);
});
