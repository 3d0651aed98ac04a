import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Notes, Survey, SurveyOptions } from '@rook/engine';
import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';

import { knowNothing, type FolderKnowledge } from './folder-knowledge.ts';
import { parseListings, writeListings } from './parse-listings.ts';
import { lookAtOne } from './read-folder.ts';
import { surveyFolder } from './survey-folder.ts';

const FOLDERS = ['a', 'a/b', 'a/b/c', 'd', 'd/e', 'out', 'a/out'];
const FILES = [
  'one',
  '.gitignore',
  'a/two',
  'a/b/three',
  'a/b/c/four',
  'd/five',
  'd/e/six',
  'out/x',
  'a/out/y',
];
/** Not among the notes, as what git does not have. */
const UNKNOWN = new Set(['a/two', 'd/five']);

function makeTree(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-retrace-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of FOLDERS) mkdirSync(join(root, folder));
  for (const file of FILES) writeFileSync(join(root, file), file);
  return root;
}

type Told = readonly number[];

function tell(path: string): Told | null {
  const found = lookAtOne(path);
  return found?.isFile() === true ? [found.size, found.mode, found.ino, found.mtimeMs, found.ctimeMs] : null;
}

/** Somebody who noted all but a few files, and who says which of them are other by now. */
function noteAll(root: string) {
  const noted = new Map(
    FILES.filter((file) => !UNKNOWN.has(file)).map((file) => [file, tell(join(root, file))]),
  );
  const notes: Notes = {
    key: 'notes',
    source: async () => null,
    otherThan: async () => null,
    load: async () => ({
      inFolder: (folder) => (name, numbers, at) =>
        noted.get(folder === '' ? name : `${folder}/${name}`)?.join() === numbers.slice(at, at + 5).join(),
    }),
  };
  const findOther = (): readonly string[] =>
    [...noted].flatMap(([file, was]) => (tell(join(root, file))?.join() === was?.join() ? [] : [file]));
  return { notes, findOther };
}

/** Leaves out folders of this name, and those that the rules of the root name. */
function optionsOf(root: string, asked: string[] = []): SurveyOptions & { readonly rules: string } {
  const skips: SurveyOptions['skips'] = async (folders) => {
    asked.push(...folders);
    const rules = readFileSync(join(root, '.gitignore'), 'utf8');
    return new Set(folders.filter((folder) => /(?:^|\/)out$/u.test(folder) || rules.includes(`<${folder}>`)));
  };
  return { mostFiles: 1000, skips, rules: 'rules' };
}

function describe({ files, folders, left, isWhole }: Survey) {
  return {
    files: [...files].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    size: files.size,
    folders: [...folders].toSorted(),
    left: [...left].toSorted(),
    isWhole,
  };
}

async function look(root: string, options: SurveyOptions, known: FolderKnowledge): Promise<Survey> {
  const seen = await surveyFolder(root, options, known);
  if (!seen.ok) throw new Error(seen.error.message);
  return seen.value;
}

/** Looks again with what is known, and says what that found and what each folder has. */
async function lookAgain(root: string, known: FolderKnowledge, notes: Notes, other: readonly string[]) {
  const asked: string[] = [];
  const options = { ...optionsOf(root, asked), notes, vouchedUnless: () => undefined };
  const seen = await look(root, options, known);
  const amended = (await seen.vouched?.confirm(other)) ?? [];
  // Under other rules all of it is looked at once more, by whoever asked.
  const found = amended.includes('.gitignore') ? await look(root, optionsOf(root), known) : seen;
  return { found: describe(found), fresh: describe(await look(root, optionsOf(root), knowNothing())), asked };
}

/** As if it were a while later, so that nothing was changed a moment ago. */
function letTimePass(): void {
  const now = Date.now.bind(Date);
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => now() + 10_000);
  onTestFinished(() => spy.mockRestore());
}

type Act = (at: (path: string) => string) => void;

const ACTS: readonly Act[] = [
  (at) => writeFileSync(at('a/b/new'), 'new'),
  (at) => mkdirSync(at('a/n/m/o'), { recursive: true }),
  (at) => mkdirSync(at('d/out'), { recursive: true }),
  (at) => rmSync(at('a/b'), { recursive: true, force: true }),
  (at) => rmSync(at('out'), { recursive: true, force: true }),
  (at) => rmSync(at('a/two'), { force: true }),
  (at) => writeFileSync(at('d/five'), 'other'),
  (at) => writeFileSync(at('one'), 'other'),
  (at) => renameSync(at('a'), at('d/a')),
  (at) => renameSync(at('d/e'), at('a/e')),
  (at) => {
    renameSync(at('a'), at('x'));
    renameSync(at('d'), at('a'));
    renameSync(at('x'), at('d'));
  },
  (at) => {
    rmSync(at('d'), { recursive: true, force: true });
    writeFileSync(at('d'), 'a file');
  },
  (at) => writeFileSync(at('.gitignore'), '<a/b>'),
  (at) => {
    renameSync(at('.gitignore'), at('kept'));
    writeFileSync(at('.gitignore'), '<d>');
  },
  (at) => writeFileSync(at('a/.gitignore'), 'rules'),
];

function attempt(act: Act, root: string): void {
  try {
    act((path) => join(root, path));
  } catch {
    // What another one took away cannot be moved.
  }
}

/** How many of many rounds found something else than is there. */
async function countWrong(spoil: (known: FolderKnowledge, root: string) => void): Promise<number> {
  letTimePass();
  let wrong = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.nat(ACTS.length - 1), { maxLength: 3 }), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (rounds, isKept) => {
        const root = makeTree();
        const { notes, findOther } = noteAll(root);
        let known = knowNothing();
        await look(root, { ...optionsOf(root), notes }, known);
        for (const acts of rounds) {
          if (isKept) known = parseListings(writeListings(known));
          for (const act of acts) attempt(ACTS[act] ?? (() => undefined), root);
          spoil(known, root);
          const { found, fresh } = await lookAgain(root, known, notes, findOther());
          if (JSON.stringify(found) !== JSON.stringify(fresh)) wrong += 1;
        }
        rmSync(root, { recursive: true, force: true });
      },
    ),
    { numRuns: 150, seed: 11 },
  );
  return wrong;
}

it('E-16 a look that goes where the earlier one went sees what a fresh one does, whatever was done meanwhile', async () => {
  expect(await countWrong(() => undefined)).toBe(0);
});

/** Takes each folder for the one that is known. */
function trusting(known: FolderKnowledge, root: string): void {
  for (const [folder, listing] of known.listings) {
    const now = lookAtOne(join(root, folder));
    if (now?.isDirectory() === true)
      known.listings.set(folder, { ...listing, changed: now.ctimeMs, inode: now.ino });
  }
}

it('E-16 one that takes a folder for the same although something was made in it is found out', async () => {
  expect(await countWrong(trusting)).toBeGreaterThan(0);
});

async function lookTwice(spoil: (known: FolderKnowledge, root: string) => void, also?: string) {
  letTimePass();
  const root = makeTree();
  if (also !== undefined) writeFileSync(join(root, also), 'rules');
  const { notes } = noteAll(root);
  const known = knowNothing();
  await look(root, { ...optionsOf(root), notes }, known);
  spoil(known, root);
  return lookAgain(root, known, notes, []);
}

it('E-16 asks about no folder again where all is as it was', async () => {
  const { found, fresh, asked } = await lookTwice(() => undefined);
  expect(found).toEqual(fresh);
  expect(asked).toEqual([]);
});

it.each([
  ['a folder of which nothing is known', (known: FolderKnowledge) => void known.listings.delete('a/b/c')],
  ['one that was left out', (known: FolderKnowledge) => forgetLeft(known)],
  ['all of them', (known: FolderKnowledge) => forgetAll(known)],
])('E-16 does not overlook %s', async (_title, spoil) => {
  const { found, fresh, asked } = await lookTwice(spoil);
  expect(found).toEqual(fresh);
  // It went into each folder from the root on.
  expect(asked).toContain('a/out');
});

/** As one that names nothing at all. */
function forgetAll(known: FolderKnowledge): void {
  known.listings.clear();
  if (known.earlier !== null) known.earlier = { ...known.earlier, left: new Set() };
}

it('E-16 in a folder that is other, nobody is believed that something was left out', async () => {
  const { found, fresh } = await lookTwice((known, root) => {
    if (known.earlier !== null) known.earlier = { ...known.earlier, left: new Set(['out', 'a/out', 'd']) };
    known.listings.delete('d');
    known.listings.delete('d/e');
    writeFileSync(join(root, 'new'), 'new');
  });
  expect(found).toEqual(fresh);
});

it('E-16 rules that are gone are other ones, also where the look begins anew at the root', async () => {
  const { asked } = await lookTwice((_known, root) => {
    rmSync(join(root, 'd', '.gitignore'));
    rmSync(join(root, 'a', 'b'), { recursive: true });
  }, 'd/.gitignore');
  expect(asked).toEqual(expect.arrayContaining(['a', 'd', 'd/e']));
});

function forgetLeft(known: FolderKnowledge): void {
  if (known.earlier !== null) known.earlier = { ...known.earlier, left: new Set(['out']) };
}
