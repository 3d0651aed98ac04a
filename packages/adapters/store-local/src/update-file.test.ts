import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { succeed, type Result } from '@rook/contract';
import { expect, it, onTestFinished } from 'vitest';

import { createGovernanceFile } from './governance-file.ts';
import { createLocalOwnFile } from './local-own-file.ts';
import { replaceFile } from './replace-file.ts';
import { updateFile } from './update-file.ts';

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'rook-update-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Append = (path: string, save: () => Promise<void>) => Promise<Result<void>>;

/** Appends a word, and is told to let somebody save the file in between. */
const append: Append = async (path, save) =>
  updateFile({
    read: async () => succeed(await readFile(path, 'utf8').catch(() => null)),
    change: async (text) => {
      await save();
      return succeed(`${text ?? ''}ours;`);
    },
    place: async () => succeed(path),
  });

/** What is there when somebody else saved the file in the midst of a change, so many times. */
async function raceWith(change: Append, saves: number, first: string | null): Promise<[boolean, string]> {
  const path = join(await makeFolder(), 'file');
  if (first !== null) await writeFile(path, first);
  let left = saves;
  const done = await change(path, async () => {
    left -= 1;
    if (left >= 0) await writeFile(path, `theirs ${left};`);
  });
  return [done.ok, await readFile(path, 'utf8')];
}

it.each([
  ['that was there', 'first;'],
  ['that was not', null],
])(
  'H-35 N-07 what somebody saves while a file %s is changed is changed in its turn, not lost',
  async (_, first) => {
    expect(await raceWith(append, 0, first)).toEqual([true, `${first ?? ''}ours;`]);
    expect(await raceWith(append, 1, first)).toEqual([true, 'theirs 0;ours;']);
    expect(await raceWith(append, 3, first)).toEqual([true, 'theirs 0;ours;']);
    // Who saves it each time has the last word.
    expect(await raceWith(append, 9, first)).toEqual([false, 'theirs 4;']);
  },
);

it('H-35 N-07 what somebody removes while it is changed is made anew', async () => {
  const path = join(await makeFolder(), 'file');
  await writeFile(path, 'first;');
  expect((await append(path, async () => rm(path, { force: true }))).ok).toBe(true);
  expect(await readFile(path, 'utf8')).toBe('ours;');
});

const blind: Append = async (path, save) => {
  const before = await readFile(path, 'utf8').catch(() => '');
  await save();
  return replaceFile(path, `${before}ours;`);
};

it('H-35 N-07 rejects a change that looks at the file only before it', async () => {
  expect(await raceWith(blind, 1, 'first;')).not.toEqual([true, 'theirs 0;ours;']);
});

const bytes = (text: string) => new TextEncoder().encode(text);

it('H-35 N-07 intents and own files are changed in that way', async () => {
  const folder = await makeFolder();
  const own = createLocalOwnFile({ folder, name: 'own' });
  const governance = createGovernanceFile({
    folder: join(folder, '.orchestration'),
    name: 'active_intents.yaml',
    workspaceFolder: join(folder, '.rook'),
  });
  for (const file of [own, governance]) {
    expect((await file.update(async () => succeed(bytes('first;')))).ok).toBe(true);
    let isSaved = false;
    const done = await file.update(async (content) => {
      if (!isSaved) await writeFile(file.path, 'theirs;');
      isSaved = true;
      return succeed(bytes(`${new TextDecoder().decode(content ?? bytes(''))}ours;`));
    });
    expect([done.ok, await readFile(file.path, 'utf8')]).toEqual([true, 'theirs;ours;']);
  }
  expect(await readdir(join(folder, '.orchestration'))).toEqual(['active_intents.yaml']);
});
