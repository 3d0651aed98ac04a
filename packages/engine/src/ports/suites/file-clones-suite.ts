import type { FileClones, FileStamp } from '../workspace.ts';
import type { SuiteCase } from './failed-cases.ts';
import { encode, show } from './workspace-stage.ts';

/** Clones, the files that they are of, and whether the file system can. */
export interface FileClonesStage {
  readonly clones: FileClones;
  readonly canClone: boolean;
  /** Writes as any program does. */
  readonly put: (path: string, bytes: Uint8Array) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** What a survey would tell of the file. */
  readonly stamp: (path: string) => Promise<FileStamp>;
}

/** What every kind of clones promises. */
export const fileClonesSuite: readonly SuiteCase<FileClonesStage>[] = [
  {
    title: 'it is said whether it is possible, each time the same, and nothing is taken where it is not',
    check: async (open) => {
      const { clones, canClone } = open();
      const said = [await clones.isPossible(), await clones.isPossible()];
      const taken = await takeOf(open(), { a: encode('one') });
      const right = said.every((one) => one === canClone) && taken.size === (canClone ? 1 : 0);
      return right && (await clones.isPossible()) === canClone ? null : `got ${show([said, taken.size])}`;
    },
  },
  {
    title: 'a clone holds what the file held, whatever becomes of the file',
    check: async (open) => {
      const stage = open();
      const bytes = Uint8Array.from({ length: 100_000 }, (_none, index) => (index * 7) % 251);
      const taken = await takeOf(stage, { 'd/over': bytes, gone: bytes, empty: new Uint8Array() });
      await stage.put('d/over', encode('two'));
      await stage.put('empty', encode('two'));
      await stage.remove('gone');
      if (!stage.canClone) return taken.size === 0 ? null : 'something was taken';
      const read = await Promise.all(
        ['d/over', 'gone', 'empty'].map(async (path) => taken.get(path)?.read() ?? null),
      );
      const sizes = read.map((one) => one?.length);
      const isSame = read.slice(0, 2).every((one) => one?.every((byte, place) => byte === bytes[place]));
      return isSame && show(sizes) === '[100000,100000,0]' ? null : `got ${show(sizes)}`;
    },
  },
  {
    title: 'what is another file than was looked at is not cloned, nor what is not there; the others are',
    check: async (open) => {
      const stage = open();
      for (const path of ['changed', 'same', 'gone']) await stage.put(path, encode('one'));
      const stamps: (readonly [string, FileStamp])[] = [];
      for (const path of ['changed', 'same', 'gone']) stamps.push([path, await stage.stamp(path)]);
      await stage.put('changed', encode('other'));
      await stage.remove('gone');
      const taken = [...(await stage.clones.take(stamps)).keys()];
      return show(taken) === show(stage.canClone ? ['same'] : []) ? null : `got ${show(taken)}`;
    },
  },
  {
    title: 'two clones of one file are apart, and one that was removed holds nothing',
    check: async (open) => {
      const stage = open();
      const first = (await takeOf(stage, { a: encode('one') })).get('a');
      const second = (await takeOf(stage, { a: encode('two') })).get('a');
      if (!stage.canClone) return first === undefined && second === undefined ? null : 'one was taken';
      const before = [await textOf(first?.read()), await textOf(second?.read())];
      await first?.remove();
      await first?.remove();
      const after = [await textOf(first?.read()), await textOf(second?.read())];
      const got = show([...before, ...after]);
      return got === '["one","two",null,"two"]' ? null : `got ${got}`;
    },
  },
  {
    title: 'a clone is found by its name, and by no other; while its process lives nobody removes it',
    check: async (open) => {
      const stage = open();
      const clone = (await takeOf(stage, { a: encode('one') })).get('a');
      await stage.clones.removeLeft();
      if (stage.clones.find('') !== null || stage.clones.find('../a 1 1 1 1') !== null)
        return 'something was found';
      if (!stage.canClone) return clone === undefined ? null : 'one was taken';
      const found = stage.clones.find(clone?.name ?? '');
      const read = [await textOf(found?.read()), await textOf(clone?.read())];
      await clone?.remove();
      read.push(await textOf(found?.read()));
      return show(read) === '["one","one",null]' ? null : `got ${show(read)}`;
    },
  },
];

async function takeOf(
  { clones, put, stamp }: FileClonesStage,
  files: Readonly<Record<string, Uint8Array>>,
): ReturnType<FileClones['take']> {
  const stamps: (readonly [string, FileStamp])[] = [];
  for (const [path, bytes] of Object.entries(files)) {
    await put(path, bytes);
    stamps.push([path, await stamp(path)]);
  }
  return clones.take(stamps);
}

async function textOf(reading: Promise<Uint8Array | null> | undefined): Promise<string | null> {
  const bytes = (await reading) ?? null;
  return bytes === null ? null : new TextDecoder().decode(bytes);
}
