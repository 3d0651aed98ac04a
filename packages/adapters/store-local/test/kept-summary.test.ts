import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { SessionSummary } from '@rook/contract';
import { summarizeSession } from '@rook/engine';
import { expect, it } from 'vitest';

import { makeRoom, must, type FaultRoom } from './fault-room.ts';
import { bundlePrograms, killAfter, startProgram } from './run-program.ts';

function keptFile(room: FaultRoom): string {
  return join(dirname(room.file), `session_${room.session}`, 'summary.json');
}

async function summary(room: FaultRoom): Promise<SessionSummary> {
  return must(await summarizeSession(room.store(), { id: room.session, bytes: room.bytes().length }));
}

it('I-37 has saved what waited when a process ends by itself', async () => {
  const room = makeRoom();
  const program = bundlePrograms('open-append-close')('open-append-close');
  const { code, stdout } = await startProgram(program, { room }).end;
  expect([code, stdout.includes('unexpected')]).toEqual([0, false]);
  const kept: unknown = JSON.parse(readFileSync(keptFile(room), 'utf8'));
  expect(kept).toMatchObject({ bytes: room.bytes().length, summary: { turns: 6, entries: 12 } });
});

it('I-37 says the truth about a session whose process was killed before it saved', async () => {
  const room = makeRoom();
  const program = bundlePrograms('write-until-killed')('write-until-killed');
  for (let kill = 0; kill < 5; kill += 1) {
    const { signal } = await killAfter(startProgram(program, { room }), 20 + Math.random() * 20);
    expect(signal).toBe('SIGKILL');
    expect(existsSync(keptFile(room))).toBe(false);
    const finished = (await room.lines()).filter((line) => line.finished && line.read.kind !== 'unreadable');
    expect((await summary(room)).entries).toBe(finished.length);
    rmSync(keptFile(room), { force: true });
  }
});
