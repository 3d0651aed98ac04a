import { expect, it } from 'vitest';

import { createFileTable, type FileTable } from '../ports/file-table.ts';
import { listNames, namesOfList, namesOfText, type FolderNames } from '../ports/folder-names.ts';
import { compareSurveys, type Difference } from './compare-surveys.ts';

const LOOKED = 1000;
const MOMENT = 50;
const FILE = 0o10_0644;
const FOLDER = 0o4_0755;

/** Numbers that are the same in every run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

/** Two looks at a few folders, between which names come, go and change their kind. Where a list of names is the same, it is the very one. */
function makeLooks(seed: number): readonly [FileTable, FileTable] {
  const dice = createDice(seed);
  const [before, after] = [createFileTable(), createFileTable()];
  for (const folder of ['', 'a', 'a/b', 'c']) {
    const list = ['one', 'two', 'three', 'four'].slice(0, 1 + dice(4));
    const names = dice(2) === 0 ? namesOfList(list) : namesOfText(list.join('\0'));
    const others = dice(3) === 0 ? namesOfList(list.filter(() => dice(3) > 0).toReversed()) : names;
    if (dice(8) > 0) fill(before, folder, names, () => (dice(3) === 0 ? 970 : 100));
    if (dice(8) > 0) fill(after, folder, others, () => (dice(3) === 0 ? 970 : 100 + (dice(5) === 0 ? 1 : 0)));
  }
  return [before, after];

  function fill(
    table: ReturnType<typeof createFileTable>,
    folder: string,
    names: FolderNames,
    when: () => number,
  ): void {
    table.open(folder, names);
    // Now and then a folder is closed to us before all of it was seen.
    const count = dice(5) === 0 ? dice(listNames(names).length + 1) : listNames(names).length;
    for (let index = 0; index < count; index += 1) {
      const changed = when();
      const told = { size: 1 + dice(2), ino: index, mtimeMs: changed, ctimeMs: changed };
      if (dice(6) === 0) table.pass();
      else table.put({ ...told, mode: dice(6) === 0 ? FOLDER : FILE });
    }
  }
}

type Compare = (before: FileTable, after: FileTable) => readonly Difference[];

/** File by file, as slowly as it can be done. */
const compareSlowly: Compare = (before, after) => {
  const [old, now] = [new Map(before), new Map(after)];
  const found: Difference[] = [];
  for (const path of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(path) ?? null, now.get(path) ?? null];
    const isSame =
      was !== null &&
      is !== null &&
      was.changed < LOOKED - MOMENT &&
      [was.size === is.size, was.inode === is.inode, was.changed === is.changed].every(Boolean);
    if (!isSame) found.push({ path, before: was, after: is });
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
};

const compare: Compare = (before, after) =>
  compareSurveys(surveyOf(before), surveyOf(after), { looked: LOOKED, moment: MOMENT });

function surveyOf(files: FileTable) {
  return {
    files,
    folders: new Set<string>(),
    isWhole: true,
    vouched: null,
    left: new Set<string>(),
    add: () => undefined,
  };
}

/** Sees nothing in folders whose list is another one. */
const twinOfNames: Compare = (before, after) =>
  compare(before, after).filter(({ path }) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    return before.folders.get(folder)?.names === after.folders.get(folder)?.names;
  });

/** Trusts a file that was written within a moment of the look. */
const twinOfMoments: Compare = (before, after) =>
  compareSurveys(surveyOf(before), surveyOf(after), { looked: LOOKED, moment: -LOOKED });

function countWrong(one: Compare): number {
  let wrong = 0;
  for (let seed = 1; seed <= 500; seed += 1) {
    const [before, after] = makeLooks(seed);
    if (JSON.stringify(one(before, after)) !== JSON.stringify(compareSlowly(before, after))) wrong += 1;
  }
  return wrong;
}

it('E-16 finds the same files as a comparison of each file by its path', () => {
  expect(countWrong(compare)).toBe(0);
  expect(countWrong(twinOfNames)).toBeGreaterThan(0);
  expect(countWrong(twinOfMoments)).toBeGreaterThan(0);
});

it('E-16 looks closer at what may have changed again in the second that the disk tells', () => {
  const looked = 1_000_000_700;
  const seen = ['coarse', 'fine', 'old'].map((name, index) => {
    const table = createFileTable();
    const changed = [1_000_000_000, 1_000_000_001, 999_000_000][index] ?? 0;
    table.open('', namesOfList([name]));
    table.put({ size: 1, mode: FILE, ino: 1, mtimeMs: changed, ctimeMs: changed });
    const survey = surveyOf(table);
    return compareSurveys(survey, survey, { looked, moment: MOMENT }).map(({ path }) => path);
  });
  expect(seen).toEqual([['coarse'], [], []]);
});

it('E-16 of a folder that was closed on the way nothing is taken for what stands behind it', () => {
  const table = createFileTable();
  const told = { size: 1, mode: FILE, ino: 1, mtimeMs: 1, ctimeMs: 1 };
  table.open('a', namesOfList(['one', 'two', 'three']));
  table.put(told);
  table.pass();
  table.open('b', namesOfList(['four']));
  table.put({ ...told, size: 4 });
  expect([...table.keys()]).toEqual(['a/one', 'b/four']);
  expect([table.size, table.get('b/four')?.size]).toEqual([2, 4]);
  for (const path of ['a/two', 'a/three', 'a/four', 'b', 'a', 'four']) expect(table.has(path)).toBe(false);
});

it('E-16 has room for more files than were expected', () => {
  const table = createFileTable(1);
  const names = Array.from({ length: 1000 }, (_none, index) => `f${index}`);
  table.open('', namesOfList(names));
  for (const size of names.keys()) table.put({ size, mode: FILE, ino: 1, mtimeMs: 1, ctimeMs: 1 });
  expect([...table].map(([path, { size }]) => `${path} ${size}`)).toEqual(
    names.map((name, size) => `${name} ${size}`),
  );
});
