import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import type { ApplyStep } from '../src/apply-watch.ts';
import { createLocalWorkspace } from '../src/index.ts';
import { tell, tellStates, writesOf, type FileState } from './five-files.ts';
import { makeFolder } from './run-program.ts';

const TO_FOLDER: readonly FileState[] = [
  { path: 'f', before: 'f', after: null },
  { path: 'f/b', before: null, after: 'b' },
  { path: 'f/deep/c', before: null, after: 'c' },
  { path: 'z', before: 'z', after: 'Z' },
];
const TO_FILE = TO_FOLDER.map(({ path, before, after }) => ({ path, before: after, after: before }));

/** Applies the set while somebody writes a file right before a step. */
async function applyWith(
  states: readonly FileState[],
  [step, path, saved]: readonly [ApplyStep, string, string],
): Promise<{ readonly code: string; readonly isUndone: boolean; readonly told: readonly string[] }> {
  const root = makeFolder();
  for (const state of states) {
    if (state.before === null) continue;
    mkdirSync(dirname(join(root, state.path)), { recursive: true });
    writeFileSync(join(root, state.path), state.before);
  }
  let isSaved = false;
  const workspace = createLocalWorkspace(root, {
    watch: (now, at) => {
      if (isSaved || now !== step || at !== path) return;
      isSaved = true;
      writeFileSync(join(root, saved), 'mine');
    },
  });
  const applied = await workspace.apply(writesOf(states), { removeFolders: ['f', 'f/deep'] });
  expect(isSaved).toBe(true);
  const told = tell(root);
  return applied.ok
    ? { code: 'ok', isUndone: false, told }
    : { code: applied.error.code, isUndone: applied.error.isUndone, told };
}

it.each([
  ['a file that gives way to a folder', TO_FOLDER, ['take', 'z', 'z']],
  ['a folder that gives way to a file', TO_FILE, ['take', 'z', 'z']],
  ['a folder that is about to go', TO_FILE, ['room', 'f/deep', 'f/deep/mine']],
  ['a folder of which the inner one is gone', TO_FILE, ['room', 'f', 'f/mine']],
] as const)(
  'E-25 somebody saves while a set is applied, %s: all is as before, with what they saved',
  async (_title, states, act) => {
    const { code, isUndone, told } = await applyWith(states, act);
    const others = tellStates(states, 'before').filter((text) => !text.startsWith(`${act[2]}=`));
    expect({ code, isUndone, told }).toEqual({
      code: 'stale_file',
      isUndone: true,
      told: [...others, `${act[2]}=mine`].toSorted(),
    });
  },
);
