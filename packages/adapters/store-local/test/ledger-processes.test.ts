import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { parseTraceLine, sessionIdSchema, succeed } from '@rook/contract';
import { catchUpLedger } from '@rook/engine/testing';
import { expect, it } from 'vitest';

import { createLedgerFile } from '../src/index.ts';
import { makeRoom, must, type FaultRoom } from './fault-room.ts';
import { bundlePrograms, killAfter, linesOf, startProgram } from './run-program.ts';

function roomsOf(count: number): readonly FaultRoom[] {
  const room = makeRoom();
  mkdirSync(join(room.root, '.orchestration'));
  return Array.from({ length: count }, (_unused, index) => ({
    ...room,
    session: sessionIdSchema.parse(`rook-20261115-${String(index).padStart(8, '0')}`),
  }));
}

/** Brings the ledger up to date as the next turn would, and tells its calls. */
async function readCalls(room: FaultRoom): Promise<readonly string[]> {
  const folder = join(room.root, '.orchestration');
  const file = createLedgerFile({ folder, name: 'agent_trace.jsonl', workspaceFolder: room.folder });
  const syntax = { parse: async () => succeed(null) };
  must(await catchUpLedger({ file, syntax, store: room.store(), redact: (text) => text }, null));
  const lines = readFileSync(file.path, 'utf8').split('\n');
  expect(lines.pop()).toBe('');
  return lines.map((line) => {
    const read = parseTraceLine(line);
    return read?.type === 'call' ? read.tool_use_id : `no line: ${line}`;
  });
}

it('H-33 H-13 twenty processes that write at once keep every line whole, and write each once', async () => {
  const program = bundlePrograms('write-ledger')('write-ledger');
  const rooms = roomsOf(20);
  const running = rooms.map((room) => startProgram(program, { room, words: ['5'] }));
  const ends = await Promise.all(running.map(async ({ end }) => end));
  const said = ends.flatMap((end) => linesOf(end));
  expect(said.filter((line) => line.startsWith('unexpected'))).toEqual([]);
  const [room] = rooms;
  if (room === undefined) throw new Error('there is no room');
  expect((await readCalls(room)).toSorted()).toEqual(said.toSorted());
  expect(said).toHaveLength(100);
}, 120_000);

it('H-21 H-33 loses and doubles nothing in thirty kills at random moments', async () => {
  const program = bundlePrograms('write-ledger')('write-ledger');
  const rooms = roomsOf(3);
  const [room] = rooms;
  if (room === undefined) throw new Error('there is no room');
  const ledger = join(room.root, '.orchestration', 'agent_trace.jsonl');
  const lane = async (own: FaultRoom): Promise<readonly string[]> => {
    const said: string[] = [];
    // On a slow machine ten early kills can all come before the first line: then it is tried on, later each time.
    for (let kill = 0; kill < 10 || !existsSync(ledger); kill += 1) {
      const end = await killAfter(startProgram(program, { room: own }), Math.random() * 4 * (10 + kill));
      expect(end.signal, end.stdout).toBe('SIGKILL');
      said.push(...linesOf(end));
    }
    return said;
  };
  const said = (await Promise.all(rooms.map(lane))).flat();
  const calls = await readCalls(room);
  expect(said.filter((id) => !calls.includes(id))).toEqual([]);
  expect(calls.filter((id, index) => calls.indexOf(id) !== index)).toEqual([]);
  expect(calls.filter((id) => id.startsWith('no line'))).toEqual([]);
}, 120_000);
