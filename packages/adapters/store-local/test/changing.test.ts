import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { makeRoom, type FaultRoom } from './fault-room.ts';
import { bundlePrograms, linesOf, startProgram } from './run-program.ts';

const PROCESSES = 4;
const TIMES = 60;

function makeCounter(): FaultRoom {
  const room = makeRoom();
  mkdirSync(room.folder, { mode: 0o700 });
  writeFileSync(join(room.folder, 'counter'), '0');
  return room;
}

async function count(room: FaultRoom, program: string, mode: string): Promise<number> {
  const words = [mode, String(TIMES)];
  const all = Array.from({ length: PROCESSES }, () => startProgram(program, { room, words }));
  const ends = await Promise.all(all.map(async ({ end }) => end));
  expect(ends.flatMap((end) => linesOf(end))).toEqual([]);
  return Number(readFileSync(join(room.folder, 'counter'), 'utf8'));
}

it('E-25 T-15 one process at a time changes files, over all processes of a workspace', async () => {
  const program = bundlePrograms('count-changing')('count-changing');
  expect(await count(makeCounter(), program, 'locked')).toBe(PROCESSES * TIMES);
}, 120_000);

it('E-25 has a check that catches who does not take the lock', async () => {
  const program = bundlePrograms('count-changing')('count-changing');
  expect(await count(makeCounter(), program, 'unlocked')).toBeLessThan(PROCESSES * TIMES);
}, 60_000);

const act = async () => succeed('in');

it('E-25 T-15 a process that dies while it changes files lets the next one in; until then it is busy', async () => {
  const program = bundlePrograms('count-changing')('count-changing');
  const room = makeCounter();
  const holder = startProgram(program, { room, words: ['hold'] });
  await holder.ready;
  const refused = await room.store().changing(act, { milliseconds: 0 });
  expect(refused).toMatchObject({ ok: false, error: { code: 'busy' } });
  expect(refused.ok ? '' : refused.error.message).toMatch(/wait until it is done or end it/u);
  const waiting = room.store().changing(act);
  holder.child.kill('SIGKILL');
  expect(await waiting).toEqual({ ok: true, value: 'in' });
});

it('E-25 takes the lock that lies there, also where it took one before that is gone', async () => {
  const room = makeCounter();
  const first = room.store();
  expect(await first.changing(act)).toEqual({ ok: true, value: 'in' });
  rmSync(join(room.folder, 'locks', 'changes.sqlite'));
  const inside = room.store().changing(async () => first.changing(act, { milliseconds: 0 }));
  expect(await inside).toMatchObject({ ok: false, error: { code: 'busy' } });
  expect(await first.changing(act)).toEqual({ ok: true, value: 'in' });
});

it('E-25 says that it is busy to who asks again while it changes files', async () => {
  const store = makeCounter().store();
  const inside = store.changing(async () => store.changing(act, { milliseconds: 0 }));
  expect(await inside).toMatchObject({ ok: false, error: { code: 'busy' } });
});
