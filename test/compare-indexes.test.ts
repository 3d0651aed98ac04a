import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';

import { findOtherEntries } from '../packages/engine/src/edits/compare-git-indexes.ts';

const FILES = 600;
const nameOf = (number: number): string =>
  ['a', 'b/c', 'b/ä-ü', 'b-d', 'deep/er/still'][number % 5] + `/${'x'.repeat((number * 7) % 40)}${number}`;

interface Room {
  readonly root: string;
  readonly git: (...words: readonly string[]) => string;
  readonly write: (path: string, text: string) => void;
  readonly index: () => Uint8Array;
}

function makeRoom(version: number): Room {
  const root = mkdtempSync(join(tmpdir(), 'rook-indexes-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'core.quotePath=false', ...words], { cwd: root, encoding: 'utf8' });
  const room = {
    root,
    git,
    write: (path: string, text: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    index: () => new Uint8Array(readFileSync(join(root, '.git', 'index'))),
  };
  git('init', '-q');
  for (let number = 0; number < FILES; number += 1) room.write(nameOf(number), `${number}\n`);
  git('add', '-A');
  git('update-index', '--index-version', String(version));
  return room;
}

/** All that git itself says of each entry. */
function entriesOf({ git }: Room): ReadonlyMap<string, string> {
  const blocks = git('ls-files', '-s', '--debug').split(/\n(?=\d{6} )/u);
  const all = new Map<string, string>();
  for (const block of blocks) {
    const path = /\t(.*)/u.exec(block)?.[1] ?? '';
    all.set(path, `${all.get(path) ?? ''}${block.trim()}`);
  }
  return all;
}

function otherOf(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  const paths = new Set([...before.keys(), ...now.keys()]);
  return [...paths].filter((path) => before.get(path) !== now.get(path)).toSorted();
}

type Act = (room: Room, number: number) => void;

const ACTS: Readonly<Record<string, Act>> = {
  forget: ({ git }, number) => void git('rm', '-q', '--cached', '--ignore-unmatch', nameOf(number)),
  add: ({ write, git }, number) => {
    write(`${dirname(nameOf(number))}/new${number}`, 'new\n');
    git('add', '-A');
  },
  change: ({ write, git }, number) => {
    write(nameOf(number), `other ${number}\n`);
    git('add', '-A');
  },
  touch: ({ write, git, root }, number) => {
    write(nameOf(number), `${number}\n`);
    utimesSync(join(root, nameOf(number)), number, number);
    git('add', '-A');
  },
  assume: ({ git, write }, number) => {
    write(nameOf(number), `${number}\n`);
    git('add', '-A');
    git('update-index', '--assume-unchanged', nameOf(number));
  },
  // Three entries of one path, as where two sides disagree.
  conflict: ({ git, write, root }, number) => {
    write(nameOf(number), `${number}\n`);
    git('add', '-A');
    const [, object = ''] = git('ls-files', '-s', '--', nameOf(number)).split(' ');
    const stages = [1, 2, 3].map((stage) => `100644 ${object} ${stage}\t${nameOf(number)}\n`).join('');
    const gone = `0 ${'0'.repeat(40)}\t${nameOf(number)}\n`;
    execFileSync('git', ['update-index', '--index-info'], { cwd: root, input: gone + stages });
  },
};

const acts = array(tuple(constantFrom(...Object.keys(ACTS)), integer({ min: 0, max: FILES - 1 })), {
  minLength: 0,
  maxLength: 6,
});

it('E-16 says of which files an index of git has something else than an earlier one', () => {
  const room = makeRoom(2);
  assert(
    property(acts, (list) => {
      const [before, old] = [room.index(), entriesOf(room)];
      for (const [name, number] of list) ACTS[name]?.(room, number);
      const other = findOtherEntries(before, room.index());
      expect(other?.toSorted()).toEqual(otherOf(old, entriesOf(room)));
    }),
    { numRuns: 40 },
  );
});

it('E-16 says nothing of an index whose entries are not all there, or are not whole', () => {
  const room = makeRoom(2);
  const before = room.index();
  expect(findOtherEntries(before, before)).toEqual([]);
  for (let length = 0; length < before.length; length += 97) {
    expect(findOtherEntries(before, before.subarray(0, length)), `${length}`).toBeNull();
    expect(findOtherEntries(before.subarray(0, Math.min(length, 30_000)), before), `${length}`).toBeNull();
  }
  room.git('update-index', '--index-version', '4');
  expect(findOtherEntries(before, room.index()), 'paths that are not whole').toBeNull();
  expect(findOtherEntries(room.index(), room.index()), 'paths that are not whole').toBeNull();
  room.git('update-index', '--index-version', '2');
  room.git('update-index', '--split-index');
  room.git('rm', '-q', '--cached', nameOf(5));
  expect(findOtherEntries(before, room.index()), 'entries elsewhere').toBeNull();
});

it('E-16 leaves an index of which much is other to who understands all of it', () => {
  const room = makeRoom(2);
  const before = room.index();
  room.git('rm', '-q', '-r', '--cached', 'b');
  expect(findOtherEntries(before, room.index())).toBeNull();
});
