import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const KILLS = 64;
const FLAWED = '{\n  "mode": "sa';

it('T-15 a process killed while it sets leaves the old file or the new one, and blocks nobody', async () => {
  const lanes = await Promise.all([0, 1].map(async (lane) => killInLane(makeSandbox(), lane)));
  const seen = lanes.flat();
  expect(seen).toHaveLength(KILLS);
  expect(seen.filter(({ whole }) => !whole)).toEqual([]);
  // The moments were well chosen: some were killed, and the file was seen both before and after.
  expect(seen.some(({ killed }) => killed)).toBe(true);
  expect(seen.some(({ killed, changed }) => killed && !changed)).toBe(true);
  expect(isWhole(FLAWED, ['{}'])).toBe(false);
}, 60_000);

interface Seen {
  readonly killed: boolean;
  readonly changed: boolean;
  readonly whole: boolean;
}

/** Sets one setting again and again and kills the process at moments spread over its whole life. */
async function killInLane(sandbox: Sandbox, lane: number): Promise<readonly Seen[]> {
  place(sandbox.userFile, textWith(1));
  const began = performance.now();
  expect((await runRook(sandbox, ['settings', 'set', 'model.timeout', '2'])).code).toBe(0);
  const life = Math.max(150, performance.now() - began);
  const seen: Seen[] = [];
  for (let turn = lane; turn < KILLS; turn += 2) {
    const before = readFileSync(sandbox.userFile, 'utf8');
    const after = textWith(turn + 3);
    const { signal } = await setAndKill(sandbox, turn + 3, (life * turn) / KILLS);
    const now = readFileSync(sandbox.userFile, 'utf8');
    seen.push({ killed: signal !== null, changed: now === after, whole: isWhole(now, [before, after]) });
  }
  expect((await runRook(sandbox, ['settings', 'set', 'model.timeout', '9'])).code).toBe(0);
  expect(readFileSync(sandbox.userFile, 'utf8')).toBe(textWith(9));
  return seen;
}

async function setAndKill(sandbox: Sandbox, value: number, delay: number): ReturnType<typeof runRook> {
  const started = (_id: number, kill: (signal: NodeJS.Signals) => void) => {
    setTimeout(() => kill('SIGKILL'), delay);
  };
  return runRook(sandbox, ['settings', 'set', 'model.timeout', String(value)], { started });
}

function isWhole(text: string, allowed: readonly string[]): boolean {
  return allowed.includes(text);
}

/** Long enough that a write in pieces would show. */
function textWith(value: number): string {
  return `{\n  // ${'a long comment '.repeat(4000)}\n  "model.timeout": ${value}\n}\n`;
}
