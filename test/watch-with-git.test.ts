import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { afterAll, expect, it, onTestFinished } from 'vitest';

import { writeSource } from '../packages/adapters/workspace-local/src/parse-listings.ts';
import type { Program, Shell, Workspace } from '../packages/engine/src/index.ts';
import { ACTS, writeUnseen, type Act } from './watch-acts.ts';
import {
  createTestWatch,
  makeWatchRoom,
  pathOf,
  type TestWatch,
  type WatchRoom,
  type WatchWish,
} from './watch-room.ts';

/** So long ago must a file have been changed that others are believed of it. */
const SETTLED_MILLISECONDS = 2500;

interface Seen {
  readonly wanted: readonly string[];
  /** By one that has looked before, and by one that only has what another kept. */
  readonly found: readonly (readonly string[])[];
  /** How often each of them asked git, before and after. */
  readonly asked: readonly number[];
}

let looking: { readonly room: WatchRoom; readonly warm: TestWatch } | null = null;

/** One for all, because it takes a while. */
async function enter(): Promise<{ readonly room: WatchRoom; readonly warm: TestWatch }> {
  if (looking !== null) return looking;
  const room = makeWatchRoom();
  for (const [, , before] of ACTS) before?.(room);
  await setTimeout(SETTLED_MILLISECONDS);
  const warm = createTestWatch(room, { withGit: true });
  // Keeps what it saw.
  await (await warm.begin()).end();
  looking = { room, warm };
  return looking;
}

afterAll(() => looking?.room.remove());

async function watchAct(act: Act, wish: Omit<WatchWish, 'withGit'> = {}): Promise<Seen> {
  const { room, warm } = await enter();
  const plain = createTestWatch(room, { withGit: false });
  const asking = [
    createTestWatch(room, { withGit: true, ...wish }),
    ...(wish.shell === undefined ? [warm] : []),
  ];
  const slow = await plain.begin();
  const fast = [];
  for (const watch of asking) fast.push(await watch.begin());
  const before = asking.map((watch) => watch.asked());
  act(room);
  const wanted = await slow.end();
  const found = [];
  for (const begun of fast) found.push(await begun.end());
  return { wanted, found, asked: [...before, ...asking.map((watch) => watch.asked())] };
}

it.each(ACTS.map(([name, act]) => ({ name, act })))(
  'E-16 where git looks too, $name is seen as by a look at each file',
  async ({ act }) => {
    const { wanted, found, asked } = await watchAct(act);
    expect(found).toEqual([wanted, wanted]);
    // Each of them asked git at its looks.
    const half = asked.length / 2;
    for (const [index, before] of asked.slice(0, half).entries()) {
      expect(before).toBeGreaterThan(0);
      expect(asked[half + index]).toBeGreaterThan(before);
    }
  },
);

/** Keeps to itself one of the files that git names. */
function forgetOne(shell: Shell): Shell {
  return {
    ...shell,
    run: async (program, watch) => {
      const ended = await shell.run(program, watch);
      if (!ended.ok || !program.args.includes('diff-files')) return ended;
      const names = Buffer.from(ended.value.stdout).toString().split('\0');
      const stdout = Buffer.from(names.filter((name) => name !== pathOf(20, 1)).join('\0'));
      return { ...ended, value: { ...ended.value, stdout } };
    },
  };
}

it('E-16 a git that keeps one file to itself would be noticed', async () => {
  const { wanted, found } = await watchAct(({ at }) => writeFileSync(at(pathOf(20, 1)), '20 9\n'), {
    shell: forgetOne,
  });
  expect(wanted).toHaveLength(1);
  expect(found).toEqual([[]]);
});

/** Takes everything for noted, also what git does not look at. */
function noteAll(workspace: Workspace): Workspace {
  return {
    ...workspace,
    survey: async ({ notes, ...options }) =>
      workspace.survey({
        ...options,
        ...(notes === undefined
          ? {}
          : {
              notes: {
                ...notes,
                key: `all ${notes.key}`,
                load: async () => ({ inFolder: () => () => true }),
                otherThan: async () => null,
              },
            }),
      }),
  };
}

it('E-16 notes of more than git looks at would be noticed', async () => {
  const { room } = await enter();
  room.git('update-index', '--assume-unchanged', pathOf(23, 1));
  await setTimeout(SETTLED_MILLISECONDS);
  const { wanted, found } = await watchAct(({ at }) => writeFileSync(at(pathOf(23, 1)), '23 9\n'), {
    workspace: noteAll,
  });
  expect(wanted).toHaveLength(1);
  expect(found[0]).toEqual([]);
});

/** Takes all that was noted once for noted still. */
function overlookOther(workspace: Workspace): Workspace {
  return {
    ...workspace,
    survey: async ({ notes, ...options }) =>
      workspace.survey({
        ...options,
        ...(notes === undefined ? {} : { notes: { ...notes, otherThan: async () => [] } }),
      }),
  };
}

it('E-16 an index of which nobody says what became other would be noticed', async () => {
  const { wanted, found } = await watchAct(
    (room) => {
      room.git('update-index', '--assume-unchanged', pathOf(23, 2));
      writeFileSync(room.at(pathOf(23, 2)), '23 9\n');
    },
    { workspace: overlookOther },
  );
  expect(wanted).toHaveLength(1);
  expect(found).toEqual([[], wanted]);
});

/** What is kept of git's index, after something happened to it. */
const DAMAGES: readonly ((kept: Buffer) => Buffer)[] = [
  (kept) => kept,
  () => Buffer.from(''),
  (kept) => kept.subarray(0, kept.length / 2),
  // With a check that fits: no index, one of another key, and one without its end.
  () => Buffer.from(writeSource('{}', Buffer.from('DIRC'))),
  (kept) => Buffer.from(writeSource(keyOf(kept), Buffer.from('DIRC'))),
  (kept) => Buffer.from(writeSource(keyOf(kept), sourceOf(kept).subarray(0, -4000))),
];

const keyOf = (kept: Buffer): string => kept.subarray(8, kept.indexOf(0, 8)).toString();
const sourceOf = (kept: Buffer): Buffer => kept.subarray(kept.indexOf(0, 8) + 1);

it('E-16 what is kept of the index may be lost or damaged', async () => {
  const { room } = await enter();
  const path = room.at('.rook/noted');
  let text = 0;
  for (const damage of DAMAGES) {
    room.git('update-index', '--force-write-index');
    // Keeps what git noted now.
    await (await createTestWatch(room, { withGit: true }).begin()).end();
    const kept = readFileSync(path);
    expect(keyOf(kept)).toContain(String(statSync(room.at('.git/index')).ino));
    writeFileSync(path, damage(kept));
    writeFileSync(room.at(`added-${text}`), 'new\n');
    room.git('add', '-f', `added-${text}`);
    const act: Act = ({ at }) => writeFileSync(at(pathOf(19, (text += 1))), '19 9\n');
    const { wanted, found } = await watchAct(act);
    expect(wanted).toHaveLength(1);
    expect(found).toEqual([wanted, wanted]);
  }
});

it('E-16 where git cannot be started, or says anything on the side, each file is looked at', async () => {
  for (const spoil of SPOILED) {
    let [text, spoiled] = [0, 0];
    const act: Act = ({ at }) => writeFileSync(at(pathOf(21, (text += 1))), '21 9\n');
    const shell = (inner: Shell): Shell => ({
      ...inner,
      run: async (program, watch) => {
        if (!program.args.includes('diff-files')) return inner.run(program, watch);
        spoiled += 1;
        return inner.run(spoil(program), watch);
      },
    });
    const { wanted, found } = await watchAct(act, { shell });
    expect(found).toEqual([wanted]);
    expect(spoiled).toBeGreaterThan(0);
  }
});

const SPOILED: readonly ((program: Program) => Program)[] = [
  (program) => ({ ...program, file: 'no-such-program' }),
  (program) => ({ ...program, args: ['--git-dir=/nonexistent', ...program.args.slice(1)] }),
  (program) => ({ ...program, timeoutMilliseconds: 1 }),
  (program) => ({ ...program, keepBytes: 1, args: [...program.args, '--diff-filter=MD'] }),
];

it('E-16 nothing that the settings of a repository name is started by a look', async () => {
  const { room } = await enter();
  const mark = room.at('gen/started');
  room.git('config', 'core.fsmonitor', `touch ${mark}; true`);
  room.git('config', 'filter.trap.clean', `touch ${mark}; cat`);
  writeFileSync(room.at('d22/.gitattributes'), '* filter=trap\n');
  // Git reads what was modified when its index was written.
  const now = new Date();
  utimesSync(room.at('.git/index'), now, now);
  utimesSync(room.at(pathOf(22, 1)), now, now);
  const { wanted, found, asked } = await watchAct(({ at }) => writeFileSync(at(pathOf(22, 2)), '22 9\n'));
  expect(found).toEqual([wanted, wanted]);
  expect(asked.every((count) => count > 0)).toBe(true);
  expect(existsSync(mark)).toBe(false);
  room.git('status', '--porcelain');
  expect(existsSync(mark), 'the trap would have closed').toBe(true);
});

it('E-16 git looks too where the workspace is a folder of its work tree, or one of several work trees', async () => {
  const room = makeWatchRoom();
  const other = `${room.root}-other`;
  onTestFinished(() => {
    room.remove();
    rmSync(other, { recursive: true, force: true });
  });
  room.git('worktree', 'add', '-q', '--detach', other);
  await setTimeout(SETTLED_MILLISECONDS);
  // Git noted the files of the new one in the second in which it made them.
  execFileSync('git', ['-C', other, 'status', '--porcelain']);
  for (const [root, path] of [
    [room.at('d12'), pathOf(12, 1).replace('d12/', '')],
    [other, pathOf(12, 1)],
  ] as const) {
    mkdirSync(join(root, '.rook'));
    const first = createTestWatch({ root }, { withGit: true });
    await (await first.begin()).end();
    const [plain, asking] = [
      createTestWatch({ root }, { withGit: false }),
      createTestWatch({ root }, { withGit: true }),
    ];
    const [slow, fast] = [await plain.begin(), await asking.begin()];
    writeUnseen({ ...room, at: (name) => join(root, name) }, path, '12 9\n');
    const wanted = await slow.end();
    expect(wanted).toHaveLength(1);
    expect(wanted[0]).toContain('12 1 > 12 9');
    expect(await fast.end()).toEqual(wanted);
    expect(asking.asked()).toBe(2);
  }
});
