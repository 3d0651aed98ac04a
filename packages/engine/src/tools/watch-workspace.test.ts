import { changeSetIdSchema, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import { keepCommandChanges, type CommandChange } from '../edits/keep-command-changes.ts';
import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeShell } from '../ports/fakes/fake-shell.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import { createFakeWorkspace } from '../ports/fakes/fake-workspace.ts';
import { createFileTable } from '../ports/file-table.ts';
import { namesOfList } from '../ports/folder-names.ts';
import { NO_CLONES } from '../ports/no-clones.ts';
import { tellChanges } from './command-text.ts';
import { KEPT_CHANGES } from './find-changes.ts';
import { createWorkspaceWatch } from './watch-workspace.ts';

async function readAll(changes: AsyncIterable<CommandChange>): Promise<readonly CommandChange[]> {
  const all: CommandChange[] = [];
  for await (const change of changes) all.push(change);
  return all;
}

async function* each(changes: readonly CommandChange[]): AsyncGenerator<CommandChange> {
  yield* changes;
}

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
  return { more: ended.value.more, files: await readAll(ended.value.files) };
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
    files: (await keepCommandChanges(createFakeStore().blobs, each(files))).files,
    more: 7,
    changeSet: changeSetIdSchema.parse('cs-1'),
    beside: [],
    problem: null,
    isNamed: true,
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

it('E-16 what was written again in the moment of a look is read again for the next command', async () => {
  const now = new Date(Date.UTC(2026, 10, 15, 22));
  const ports = createFakeWorkspace(new Map([['a', 'one']]));
  let [content, changed] = ['one', now.getTime()];
  const workspace = {
    ...ports,
    read: async () => createFakeWorkspace(new Map([['a', content]])).read('a'),
    survey: async (options: Parameters<typeof ports.survey>[0]) => {
      const seen = await ports.survey(options);
      if (!seen.ok) return seen;
      const files = createFileTable();
      files.open('', namesOfList(['a']));
      files.put({ size: 3, mode: 0o10_0644, ino: 1, mtimeMs: changed, ctimeMs: changed });
      return succeed({ ...seen.value, files });
    },
  };
  const shell = createFakeShell(() => undefined);
  const watch = createWorkspaceWatch({ workspace, shell, clock: createFakeClock(now), ignore: [] });
  await watch.begin();
  content = 'two';
  const begun = await watch.begin();
  if (!begun.ok) throw new Error(begun.error.message);
  [content, changed] = ['six', changed + 10];
  const ended = await begun.value.end();
  if (!ended.ok) throw new Error(ended.error.message);
  const [found] = await readAll(ended.value.files);
  expect(String(found?.before)).toBe(String(new TextEncoder().encode('two')));
});

it('E-16 what was made ready counts for nothing: what changed after it and before the command is not its work', async () => {
  const bytes = new TextEncoder().encode('n\n');
  const before = createFakeWorkspace();
  const after = createFakeWorkspace(new Map([['new', bytes]]));
  let workspace = before;
  const asked: (AbortSignal | undefined)[] = [];
  const watch = createWorkspaceWatch({
    workspace: {
      ...before,
      survey: async (options) => {
        asked.push(options.idle);
        return workspace.survey(options);
      },
    },
    shell: createFakeShell(() => undefined),
    clock: createFakeClock(new Date(Date.UTC(2026, 10, 15, 22))),
    ignore: [],
  });
  watch.prepare();
  watch.prepare();
  workspace = after;
  const begun = await watch.begin();
  const ended = begun.ok ? await begun.value.end() : begun;
  if (!ended.ok) throw new Error(ended.error.message);
  expect(await readAll(ended.value.files)).toEqual([]);
  // Made ready once, without anybody waiting; then looked at before and after.
  expect(asked.map((signal) => signal?.aborted)).toEqual([true, undefined, undefined]);
});

it('E-16 a command that comes while all is made ready does not wait for the rest of it, nor for one that fails', async () => {
  const workspace = createFakeWorkspace();
  const watch = createWorkspaceWatch({
    workspace: {
      ...workspace,
      survey: async (options) => {
        if (options.idle === undefined) return workspace.survey(options);
        // It goes on for as long as nobody stops it.
        await new Promise((resolve) => options.idle?.addEventListener('abort', resolve));
        throw new Error('the disk is gone');
      },
    },
    shell: createFakeShell(() => undefined),
    clock: createFakeClock(new Date(Date.UTC(2026, 10, 15, 22))),
    ignore: [],
  });
  watch.prepare();
  expect(await watch.begin()).toMatchObject({ ok: true });
});

it.each([
  ['where files can be cloned', true],
  ['where they cannot', false],
])('E-16 %s, old bytes beyond what is held in memory', async (_title, canClone) => {
  const old = new Uint8Array(1_500_000).fill(1);
  const before = createFakeWorkspace(new Map([['large', old]]));
  const after = createFakeWorkspace(
    new Map([
      ['large', new Uint8Array(9_000_000)],
      ['new', new Uint8Array(9_000_000)],
    ]),
  );
  let workspace = before;
  const watch = createWorkspaceWatch({
    workspace: {
      ...before,
      ...(canClone ? {} : { clones: NO_CLONES }),
      survey: async (options) => workspace.survey(options),
      read: async (path, limits) => workspace.read(path, limits),
    },
    shell: createFakeShell(() => undefined),
    clock: createFakeClock(new Date(Date.UTC(2026, 10, 15, 22))),
    ignore: [],
  });
  const begun = await watch.begin();
  workspace = after;
  const ended = begun.ok ? await begun.value.end() : begun;
  if (!ended.ok) throw new Error(ended.error.message);
  const files = await readAll(ended.value.files);
  expect(files.map(({ path, unkept }) => [path, unkept])).toEqual([
    ['large', canClone ? undefined : 'unknown'],
    ['new', canClone ? undefined : 'too_large'],
  ]);
  expect(files[0]?.before).toEqual(canClone ? old : 'unknown');
});

function workspaceOf(files: Readonly<Record<string, string>>) {
  const contents = Object.entries(files).map(
    ([path, text]) => [path, new TextEncoder().encode(text)] as const,
  );
  return createFakeWorkspace(new Map(contents));
}

/** A workspace whose files can be replaced, and what was found after that was done. */
function watchFiles(first: Readonly<Record<string, string>>) {
  let workspace = workspaceOf(first);
  const watch = createWorkspaceWatch({
    workspace: {
      ...workspace,
      survey: async (options) => workspace.survey(options),
      read: async (path, limits) => workspace.read(path, limits),
      stamp: (path) => workspace.stamp(path),
    },
    shell: createFakeShell(() => undefined),
    clock: createFakeClock(new Date(Date.UTC(2026, 10, 15, 22))),
    ignore: [],
  });
  return async (next: Readonly<Record<string, string>>): Promise<readonly string[]> => {
    const begun = await watch.begin();
    workspace = workspaceOf(next);
    const ended = begun.ok ? await begun.value.end() : begun;
    if (!ended.ok) throw new Error(ended.error.message);
    return (await readAll(ended.value.files)).map(({ path }) => path);
  };
}

it('E-16 a file that counted when it was made counts on, although it is ignored since', async () => {
  const change = watchFiles({ a: 'a' });
  const rules = { '.gitignore': 'cache' };
  expect(await change({ a: 'a', ...rules, cache: '1' })).toEqual(['.gitignore', 'cache']);
  expect(await change({ a: 'a', ...rules, cache: '22' })).toEqual(['cache']);
  expect(await change({ a: 'a', ...rules })).toEqual(['cache']);
});

it('E-16 where not all that changed is kept, what is ignored from now on comes last', async () => {
  const many = Array.from({ length: KEPT_CHANGES }, (_none, index) => [`lib${index}`, 'x'] as const);
  const change = watchFiles({});
  const paths = await change({ ...Object.fromEntries(many), '.gitignore': 'lib*', source: 's' });
  expect(paths.slice(0, 3)).toEqual(['.gitignore', 'source', 'lib0']);
});
