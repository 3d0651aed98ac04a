import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Script } from '@rook/contract';
import { expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying, startRook } from './ask-rook.ts';
import { jsonOf, listAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const FILES = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
/** Long enough that writing them takes a while. */
const REST = 'the same line\n'.repeat(60_000);
const OLD = `old\n${REST}`;
const FRESH = `new\n${REST}`;
const KILLS = 8;

const patch = [
  '*** Begin Patch',
  ...FILES.flatMap((path) => [`*** Update File: ${path}`, '@@', '-old', '+new']),
  '*** End Patch',
].join('\n');

/** A model that reads five files and then changes all of them with one patch. */
const editing: Partial<Script> = {
  steps: [
    {
      answer: {
        events: FILES.map((path) => ({
          kind: 'tool_call' as const,
          id: path,
          name: 'read_file',
          input: { path },
        })),
      },
    },
    { answer: { events: [{ kind: 'tool_call', id: 'patch', name: 'apply_patch', input: { patch } }] } },
  ],
  default: saying('Done.'),
};

it('E-28 a rook ask that is killed while its model edits five files leaves all before or all after, and the next one says so', async () => {
  const sandbox = makeSandbox();
  const ends = new Set<string>();
  let recovered = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    for (const path of FILES) place(join(sandbox.workspace, path), OLD);
    const killed = await killAsk(sandbox, kill);
    const known = countRecovered(sandbox);
    const next = await runRook(sandbox, ['ask', 'Go on.'], {
      env: playing(sandbox, { default: saying('Yes.') }),
    });
    expect(next.code).toBe(0);
    const end = stateOf(sandbox);
    expect(['before', 'after'], `after kill ${kill}`).toContain(end);
    ends.add(end);
    expect(readdirSync(sandbox.workspace).toSorted()).toEqual(['.rook', ...FILES]);
    const now = countRecovered(sandbox);
    // A change set that was left open is settled now, and that is said.
    expect(now === known || next.stderr !== '').toBe(true);
    recovered += now - known;
    expect(killed.signal === null || killed.signal === 'SIGKILL').toBe(true);
  }
  expect(ends).toContain('before');
  expect(recovered).toBeGreaterThan(0);
  const listed = (await runRook(sandbox, ['changes', '--json'])).stdout;
  expect(listed).not.toContain('"status":"open"');
  const verified = jsonOf(await runRook(sandbox, ['journal', 'verify', '--json']));
  expect(listAt(verified, 'sessions').every((session) => valueAt(session, 'ok') === true)).toBe(true);
}, 240_000);

/** Dies a little later each time, counted from the moment in which the change set is written down. */
async function killAsk(sandbox: Sandbox, moment: number): Promise<End> {
  const words = ['ask', '--json', '--mode', 'allow', '--yes', 'Change all five.'];
  const rook = startRook(sandbox, words, { env: playing(sandbox, editing) });
  const early = moment === 0 ? 'tool_call_requested' : 'change_set_started';
  await rook.seen(early);
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, moment * 6);
  await promise;
  rook.kill('SIGKILL');
  return rook.ended;
}

function stateOf({ workspace }: Sandbox): string {
  const texts = FILES.map((path) => readFileSync(join(workspace, path), 'utf8'));
  if (texts.every((text) => text === OLD)) return 'before';
  return texts.every((text) => text === FRESH) ? 'after' : 'in between';
}

function countRecovered(sandbox: Sandbox): number {
  const lines = journalLines(sandbox);
  return ['change_set_applied', 'change_set_refused']
    .flatMap((type) => entriesOf(lines, type))
    .filter((entry) => valueAt(entry, 'recovered') === true).length;
}
