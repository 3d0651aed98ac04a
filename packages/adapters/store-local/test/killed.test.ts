import { expect, it } from 'vitest';

import { findBrokenPromises } from './check-promises.ts';
import { makeRoom, must, tellEntries, turnDraft, type FaultRoom } from './fault-room.ts';
import { bundlePrograms, killAfter, linesOf, startProgram } from './run-program.ts';

const LANES = 3;
const SESSIONS = 20;
const KILLS_IN_A_SESSION = 5;

interface Kill {
  readonly broken: readonly string[];
  readonly acknowledged: number;
}

/** Kills process after process in one session: each finds what the one before left. */
async function killAgainAndAgain(
  room: FaultRoom,
  program: string,
  kills: number,
  words: readonly string[] = [],
): Promise<readonly Kill[]> {
  const seen: Kill[] = [];
  const acknowledged: string[] = [];
  let before: Uint8Array = new Uint8Array();
  for (let kill = 0; kill < kills; kill += 1) {
    const end = await killAfter(startProgram(program, { room, words }), Math.random() * 30);
    expect(end.signal, end.stdout).toBe('SIGKILL');
    acknowledged.push(...linesOf(end));
    const broken = await findBrokenPromises(room, acknowledged, before);
    before = room.bytes();
    seen.push({ broken, acknowledged: acknowledged.length });
  }
  return seen;
}

/** After all kills the session is free, goes on, and is whole. */
async function continueSession(room: FaultRoom): Promise<readonly string[]> {
  expect(must(await room.store().holder(room.session))).toBeNull();
  const before = room.bytes();
  const journal = await room.open();
  const [entry] = must(await journal.append([turnDraft(1)]));
  must(await journal.close());
  return findBrokenPromises(room, [entry?.event_id ?? 'none'], before);
}

it('I-03 T-15 B-27 loses nothing acknowledged in 300 kills at random moments', async () => {
  const program = bundlePrograms('write-until-killed')('write-until-killed');
  const lane = async (): Promise<readonly Kill[]> => {
    const seen: Kill[] = [];
    for (let session = 0; session < SESSIONS; session += 1) {
      const room = makeRoom();
      seen.push(...(await killAgainAndAgain(room, program, KILLS_IN_A_SESSION)));
      expect(await continueSession(room)).toEqual([]);
      expect(tellEntries(await room.lines()).at(-1)).toBe('t0001');
    }
    return seen;
  };
  const kills = (await Promise.all(Array.from({ length: LANES }, lane))).flat();
  expect(kills).toHaveLength(LANES * SESSIONS * KILLS_IN_A_SESSION);
  expect(kills.flatMap(({ broken }) => broken)).toEqual([]);
  // The moments were well chosen: many processes had written something before they died, also on a slow machine.
  expect(kills.filter(({ acknowledged }) => acknowledged > 0).length).toBeGreaterThan(kills.length / 10);
}, 180_000);

it('T-15 has a check that catches a store which acknowledges before it writes', async () => {
  const room = makeRoom();
  const program = bundlePrograms('write-until-killed')('write-until-killed');
  const caught: string[] = [];
  // A kill that comes before the first acknowledgement proves nothing, so it goes on until one was late enough.
  for (let tries = 0; caught.length === 0 && tries < 50; tries += 1)
    caught.push(...(await killAgainAndAgain(room, program, 1, ['late'])).flatMap(({ broken }) => broken));
  expect(caught.join('\n')).toMatch(/acknowledged entries are lost/);
}, 60_000);
