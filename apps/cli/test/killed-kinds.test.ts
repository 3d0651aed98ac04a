import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runJson } from './command-rook.ts';
import { dieAtStep, dieInRewinds } from './die-at-step.ts';
import { makeSetup } from './make-change-set.ts';
import { textAt } from './read-output.ts';
import { findHalf, rewindOnce } from './rewind-once.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** A folder that is spelled anew, where that makes another one of it. */
const SPELLED = process.platform === 'linux';
const BEFORE = {
  ...(SPELLED ? { Case: null, 'Case/z': 'z' } : {}),
  d: null,
  'd/a': 'a',
  'd/deep': null,
  'd/deep/b': 'b',
  f: 'f',
  o: 'o',
};
const AFTER = {
  ...(SPELLED ? { CASE: null, 'CASE/z': 'z' } : {}),
  d: 'D',
  f: null,
  'f/in': null,
  'f/in/none': null,
  'f/in/x': 'x',
  'f/y': 'y',
  o: 'O',
};
const COMMAND = [
  ...(SPELLED ? ['mv Case CASE'] : []),
  'rm -r d; printf D > d; rm f; mkdir -p f/in/none; printf x > f/in/x; printf y > f/y; printf O > o',
].join('; ');

/** All of the workspace but what is of Rook: files with what they hold, folders with null. */
function tell({ workspace }: Sandbox): Readonly<Record<string, string | null>> {
  const names = readdirSync(workspace, { recursive: true, encoding: 'utf8' }).toSorted();
  const others = names.filter((name) => !/^\.rook(?:\/|$)/u.test(name));
  return Object.fromEntries(
    others.map((name) => {
      const path = join(workspace, name);
      return [name, statSync(path).isFile() ? readFileSync(path, 'utf8') : null];
    }),
  );
}

async function makeChanged(): Promise<Sandbox> {
  const sandbox = makeSandbox();
  for (const [path, text] of Object.entries(BEFORE))
    if (text !== null) place(join(sandbox.workspace, path), text);
  expect(textAt(await runJson(sandbox, COMMAND), 'changeSet')).toMatch(/^cs-/u);
  expect(tell(sandbox)).toEqual(AFTER);
  return sandbox;
}

// A folder that held nothing is no part of a change set; it does not come back.
const REST = Object.fromEntries(Object.entries(AFTER).filter(([path]) => path !== 'f/in/none'));
const findHarm = async (sandbox: Sandbox): Promise<string | null> =>
  findHalf(sandbox, tell, { before: BEFORE, after: [AFTER, REST] });

/** What the next process makes of it after somebody has put a file of their own into each folder that is there. */
async function findLoss(sandbox: Sandbox): Promise<string | null> {
  const own = join(sandbox.workspace, 'own');
  mkdirSync(own);
  const folders = Object.entries(tell(sandbox)).filter(([, text]) => text === null);
  const mine = folders.map(([folder]) => join(folder, 'mine'));
  for (const path of mine) writeFileSync(join(sandbox.workspace, path), 'mine');
  await rewindOnce(await makeSetup(sandbox));
  const found = tell(sandbox);
  const lost = mine.filter((path) => found[path] !== 'mine');
  return lost.length === 0 ? null : `${lost.join()} lost: ${JSON.stringify(found)}`;
}

/** The process that puts it in order is killed too, a few steps on its way. */
async function findHarmLater(sandbox: Sandbox, step: number): Promise<string | null> {
  for (const more of [1, 2]) await dieAtStep('rewind-and-die', sandbox, 1 + ((step * more) % 5));
  return findHarm(sandbox);
}

it.each([
  ['all of it is there or nothing, and the next process goes on', findHarm, 1],
  // Not every step, because each takes a sandbox and three processes.
  ['what somebody puts into a folder then is not lost', findLoss, 3],
  ['also when those that put it in order are killed', findHarmLater, 4],
] as const)(
  'E-16 E-28 killed at any step of a rewind of a folder to a file and of a file to a folder: %s',
  async (_title, judge, stride) => {
    const { harms, deaths } = await dieInRewinds({ make: makeChanged, judge, stride });
    expect(harms).toEqual([]);
    expect(deaths).toBeGreaterThan(12);
  },
  600_000,
);
