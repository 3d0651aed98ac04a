import { changeSetIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeShell } from '../ports/fakes/fake-shell.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { tellChanges } from './command-text.ts';
import { createWorkspaceWatch, KEPT_CHANGES } from './watch-workspace.ts';

/** A workspace in which so many files are new at the second look. */
async function watchMany(count: number) {
  const bytes = new TextEncoder().encode('n\n');
  const clock = createFakeClock(new Date(Date.UTC(2026, 10, 15, 22)));
  let workspace = createFakeWorkspace();
  const watch = createWorkspaceWatch({
    workspace: {
      ...workspace,
      survey: async (options) => workspace.survey(options),
      read: async (path, limits) => workspace.read(path, limits),
    },
    shell: createFakeShell(() => undefined),
    clock,
    ignore: [],
  });
  const begun = await watch.begin();
  if (!begun.ok) throw new Error(begun.error.message);
  const names = Array.from({ length: count }, (_none, index) => `f${String(index).padStart(6, '0')}`);
  workspace = createFakeWorkspace(new Map(names.map((name) => [name, bytes])));
  const ended = await begun.value.end();
  if (!ended.ok) throw new Error(ended.error.message);
  return ended.value;
}

it('E-16 of more changed files than are kept, each that cannot be rewound is named as such', async () => {
  const { files, more } = await watchMany(KEPT_CHANGES + 3);
  expect([files.length, more]).toEqual([KEPT_CHANGES + 3, 0]);
  expect(files.filter(({ unkept }) => unkept === undefined)).toHaveLength(KEPT_CHANGES);
  expect(files.slice(KEPT_CHANGES)).toEqual(
    [0, 1, 2].map((index) => ({
      path: `f00${KEPT_CHANGES + index}`,
      before: null,
      after: 'unknown',
      unkept: 'too_many',
    })),
  );
  const told = tellChanges({
    files,
    more: 7,
    changeSet: changeSetIdSchema.parse('cs-1'),
    beside: [],
    problem: null,
    isOutOfScope: () => false,
  });
  expect(told.slice(1)).toEqual([
    'Cannot be rewound, because the bytes of 5000 changed files are kept, and of no more: f005000, f005001, f005002.',
    '7 more changed files are only counted, because they are too many; they cannot be rewound.',
  ]);
});

it('E-16 beyond what can be named the rest is counted', async () => {
  const { files, more } = await watchMany(20_004);
  expect([files.length, more]).toEqual([20_000, 4]);
});
