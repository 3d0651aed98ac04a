import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { commitAll, runJson } from './command-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** All files and folders but those of git and Rook, with what the files hold. */
function contentsOf({ workspace }: Sandbox): Readonly<Record<string, string>> {
  const found = readdirSync(workspace, { recursive: true, withFileTypes: true });
  const named = found.map((item) => {
    const path = join(item.parentPath, item.name);
    return [
      path.slice(workspace.length + 1),
      item.isFile() ? readFileSync(path, 'utf8') : 'a folder',
    ] as const;
  });
  return Object.fromEntries(named.filter(([path]) => !/^\.(?:git|rook)(?:\/|$)/u.test(path)));
}

interface Repository {
  readonly files: Readonly<Record<string, string>>;
  /** In no repository where false. */
  readonly isCommitted: boolean;
}

function makeWorkspace({ files, isCommitted }: Repository): Sandbox {
  const sandbox = makeSandbox();
  for (const [path, text] of Object.entries(files)) place(join(sandbox.workspace, path), text);
  if (isCommitted) commitAll(sandbox);
  return sandbox;
}

/** The paths of its change set. Rewound, all is as it was, and forward again as the command left it. */
async function runThereAndBack(sandbox: Sandbox, command: string): Promise<readonly string[]> {
  const before = contentsOf(sandbox);
  const id = textAt(await runJson(sandbox, command), 'changeSet');
  const after = contentsOf(sandbox);
  const shown = await runRook(sandbox, ['changes', id, '--json']);
  const rewound = await runRook(sandbox, ['rewind', id, '--yes']);
  expect([rewound.code, rewound.stderr]).toEqual([0, '']);
  expect(contentsOf(sandbox)).toEqual(before);
  const forward = await runRook(sandbox, ['forward', '--yes']);
  expect([forward.code, forward.stderr]).toEqual([0, '']);
  expect(contentsOf(sandbox)).toEqual(after);
  return pathsIn(shown.stdout);
}

function pathsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(/"path":\s*"([^"]+)"/gu)].map(([, path = '']) => path))].toSorted();
}

const ALL = "echo '*' > .gitignore";

const LINES: readonly (readonly [string, Readonly<Record<string, string>>, string, readonly string[]])[] = [
  [
    'files and a folder',
    {},
    `${ALL}; echo new > made.txt; mkdir q; echo r > q/r`,
    ['.gitignore', 'made.txt', 'q/r'],
  ],
  [
    'a file that further rules name',
    { '.gitignore': '*.log\n' },
    'echo made2.txt >> .gitignore; echo new > made2.txt',
    ['.gitignore', 'made2.txt'],
  ],
  [
    'folders in folders, but for what was ignored before',
    { 'src/.gitignore': 'out\n', 'src/a': 'a\n' },
    `${ALL}; mkdir -p q/r/s src/out src/in/out; echo 1 > q/r/s/t; echo 2 > q/r/u; echo 3 > src/in/b; echo 5 >> src/a`,
    ['.gitignore', 'q/r/s/t', 'q/r/u', 'src/a', 'src/in/b'],
  ],
  [
    'a folder that was there and is hidden by rules in it',
    { 'q/a': 'a\n' },
    "mkdir -p q/s; echo '*' > q/.gitignore; echo r > q/s/r",
    ['q/.gitignore', 'q/s/r'],
  ],
  [
    'a folder that became a file',
    { 'dd/a': 'a\n', 'dd/e/b': 'b\n' },
    `rm -r dd; echo file > dd; ${ALL}`,
    ['.gitignore', 'dd', 'dd/a', 'dd/e/b'],
  ],
  [
    'a file that became a folder',
    { fd: 'fd\n' },
    `rm fd; mkdir fd; echo x > fd/x; ${ALL}`,
    ['.gitignore', 'fd', 'fd/x'],
  ],
  [
    'another spelling of a name',
    { readme: 'r\n', 'Lib/a': 'a\n' },
    `mv readme README; mv Lib lib; ${ALL}`,
    ['.gitignore', 'Lib/a', 'README', 'lib/a', 'readme'],
  ],
];

it.each(LINES)(
  'E-16 rules that a command writes do not hide what it makes: %s',
  async (title, files, command, paths) => {
    // With git and without.
    const isCommitted = title.includes('folder');
    const sandbox = makeWorkspace({ files: { one: '1\n', ...files }, isCommitted });
    // An empty folder is no part of a change set, and these would stay behind.
    expect(
      await runThereAndBack(
        sandbox,
        `${command}; find . -path ./.git -prune -o -type d -empty -exec rmdir {} +`,
      ),
    ).toEqual(paths);
  },
);

it("E-16 a folder that is made may ignore itself, as caches do, and then stands in nobody's way", async () => {
  const sandbox = makeWorkspace({ files: { one: '1\n' }, isCommitted: true });
  const line = "mkdir -p cache/v; echo '*' > cache/.gitignore; echo 1 > cache/v/last; echo 2 > one";
  const id = textAt(await runJson(sandbox, line), 'changeSet');
  expect(pathsIn((await runRook(sandbox, ['changes', id, '--json'])).stdout)).toEqual(['one']);
  place(join(sandbox.workspace, 'cache/v/last'), 'another run\n');
  expect((await runRook(sandbox, ['rewind', id, '--yes'])).code).toBe(0);
  expect(contentsOf(sandbox)).toMatchObject({ one: '1\n', 'cache/v/last': 'another run\n' });
});

it('E-16 rules that a command writes into the excludes of the repository hide nothing either', async () => {
  const script = "mkdir -p .git/info q; echo '*' > .git/info/exclude; echo r > q/r; echo n > n\n";
  const sandbox = makeWorkspace({ files: { 'script.sh': script }, isCommitted: true });
  expect(await runThereAndBack(sandbox, 'sh script.sh')).toEqual(['n', 'q/r']);
});

it('E-16 what was ignored before a command stays so, whatever further rules it writes', async () => {
  const files = { '.gitignore': 'node_modules\n*.log\n', 'package.json': '{}\n' };
  const sandbox = makeWorkspace({ files, isCommitted: true });
  const line = 'mkdir -p node_modules/a; echo x > node_modules/a/x; echo l > a.log; echo dist >> .gitignore';
  const shown = await runRook(sandbox, [
    'changes',
    textAt(await runJson(sandbox, line), 'changeSet'),
    '--json',
  ]);
  expect(pathsIn(shown.stdout)).toEqual(['.gitignore']);
});
