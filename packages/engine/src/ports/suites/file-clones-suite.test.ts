import { expect, it } from 'vitest';

import { contentHash } from '../content-hash.ts';
import { createFakeWorkspace } from '../fakes/fake-workspace.ts';
import { NO_CLONES } from '../no-clones.ts';
import type { FileClone, FileClones } from '../workspace.ts';
import { failedCases } from './failed-cases.ts';
import { fileClonesSuite, type FileClonesStage } from './file-clones-suite.ts';

function fakeStage(): FileClonesStage {
  const workspace = createFakeWorkspace();
  const write = async (path: string, bytes: Uint8Array | null): Promise<void> => {
    const now = await workspace.read(path);
    const expected = now.ok ? contentHash(now.value.bytes) : null;
    const applied = await workspace.apply([{ path, expected, bytes }]);
    if (!applied.ok) throw new Error(applied.error.message);
  };
  return {
    clones: workspace.clones,
    canClone: true,
    put: write,
    remove: async (path) => write(path, null),
    stamp: async (path) => {
      const seen = await workspace.survey({ mostFiles: 100, skips: async () => new Set() });
      const stamp = seen.ok ? seen.value.files.get(path) : undefined;
      if (stamp === undefined) throw new Error(`There is no ${path}.`);
      return stamp;
    },
  };
}

async function failuresOf(alter: (stage: FileClonesStage) => FileClonesStage): Promise<string[]> {
  return failedCases(fileClonesSuite, () => {
    const stage = alter(fakeStage());
    return () => stage;
  });
}

it('is passed by the fake, and by clones that are not possible', async () => {
  expect(await failuresOf((stage) => stage)).toEqual([]);
  expect(await failuresOf((stage) => ({ ...stage, clones: NO_CLONES, canClone: false }))).toEqual([]);
});

/** The clones of a stage, each made another one. */
function altered(
  { clones }: FileClonesStage,
  alter: (clone: FileClone, path: string) => FileClone,
): FileClones {
  return {
    ...clones,
    take: async (files) =>
      new Map([...(await clones.take(files))].map(([path, clone]) => [path, alter(clone, path)])),
  };
}

/** Clones that take their own for those of a killed process. */
function removingAll(clones: FileClones): FileClones {
  const all: FileClone[] = [];
  return {
    ...clones,
    take: async (files) => {
      const taken = await clones.take(files);
      all.push(...taken.values());
      return taken;
    },
    removeLeft: async () => {
      for (const clone of all) await clone.remove();
    },
  };
}

const twins: readonly (readonly [string, (stage: FileClonesStage) => FileClones])[] = [
  ['says that it cannot', ({ clones }) => ({ ...clones, isPossible: async () => false })],
  ['takes nothing', ({ clones }) => ({ ...clones, take: async () => new Map() })],
  [
    'clones whatever is there',
    (stage) => ({
      ...stage.clones,
      take: async (files) => {
        const now = await Promise.all(
          files.map(async ([path, stamp]) => [path, await stage.stamp(path).catch(() => stamp)] as const),
        );
        return stage.clones.take(now);
      },
    }),
  ],
  [
    'reads the file itself',
    (stage) =>
      altered(stage, (clone, path) => ({
        ...clone,
        read: async () => {
          const stamp = await stage.stamp(path).catch(() => null);
          const fresh = stamp === null ? null : (await stage.clones.take([[path, stamp]])).get(path);
          return (await fresh?.read()) ?? null;
        },
      })),
  ],
  [
    'keeps what was removed',
    (stage) => altered(stage, (clone) => ({ ...clone, remove: async () => undefined })),
  ],
  [
    'loses an empty file',
    (stage) =>
      altered(stage, (clone) => ({
        ...clone,
        read: async () => {
          const bytes = await clone.read();
          return bytes?.length === 0 ? null : bytes;
        },
      })),
  ],
  ['finds no clone of another', ({ clones }) => ({ ...clones, find: () => null })],
  [
    'finds something under any name',
    ({ clones }) => ({
      ...clones,
      find: (name) => clones.find(name) ?? { name, read: async () => null, remove: async () => undefined },
    }),
  ],
  ['removes those of the living', (stage) => removingAll(stage.clones)],
  [
    'gives up where one file is not there',
    ({ clones }) => ({
      ...clones,
      take: async (files) => {
        const taken = await clones.take(files);
        return taken.size < files.length ? new Map() : taken;
      },
    }),
  ],
];

it.each(twins)('rejects clones of which one %s', async (_title, breakIt) => {
  expect(await failuresOf((stage) => ({ ...stage, clones: breakIt(stage) }))).not.toEqual([]);
});

it('rejects clones that are taken where it is said that none can be', async () => {
  expect(await failuresOf((stage) => ({ ...stage, canClone: false }))).not.toEqual([]);
});
