import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { commitAll, runJson } from './command-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const git = (sandbox: Sandbox, ...words: readonly string[]): string =>
  runTool('git', '-C', sandbox.workspace, ...words).stdout;

/** A repository with these files, of which the last ones are in git although they are ignored. */
function makeRepository(files: Readonly<Record<string, string>>, forced: readonly string[] = []): Sandbox {
  const sandbox = makeSandbox();
  git(sandbox, 'init', '-q');
  for (const [path, text] of Object.entries(files)) place(join(sandbox.workspace, path), text);
  if (forced.length > 0) git(sandbox, 'add', '-f', ...forced);
  runTool('sh', '-c', 'sleep 0.2');
  commitAll(sandbox);
  return sandbox;
}

async function runAndRewind(sandbox: Sandbox, command: string): Promise<readonly string[]> {
  const id = textAt(await runJson(sandbox, command), 'changeSet');
  const shown = await runRook(sandbox, ['changes', id, '--json']);
  const rewound = await runRook(sandbox, ['rewind', id, '--yes']);
  expect([rewound.code, rewound.stderr]).toEqual([0, '']);
  return [...shown.stdout.matchAll(/"path":\s*"([^"]+)"/gu)].map(([, path = '']) => path).toSorted();
}

const textOf = (sandbox: Sandbox, path: string): string =>
  readFileSync(join(sandbox.workspace, path), 'utf8');

it('E-16 rules that a command writes do not hide what it did to files that counted', async () => {
  const sandbox = makeRepository({ one: '1\n', two: '2\n', 'deep/three': '3\n', '.gitignore': 'x\n' });
  place(join(sandbox.workspace, 'untracked'), 'u\n');
  const paths = await runAndRewind(
    sandbox,
    'printf "one\\ntwo\\ndeep\\nuntracked\\n.gitignore\\n" > .gitignore; rm one; echo z >> two; echo z > deep/three; echo z > untracked',
  );
  expect([...new Set(paths)]).toEqual(['.gitignore', 'deep/three', 'one', 'two', 'untracked']);
  expect(
    ['one', 'two', 'deep/three', 'untracked', '.gitignore'].map((path) => textOf(sandbox, path)),
  ).toEqual(['1\n', '2\n', '3\n', 'u\n', 'x\n']);
});

it('E-16 a file that git has counts, although it is ignored or lies in a folder that is', async () => {
  const sandbox = makeRepository(
    {
      '.gitignore': 'build/\n*.log\n',
      'build/deep/keep.txt': 'k\n',
      'build/made.txt': 'm\n',
      'a.log': 'a\n',
      'b.log': 'b\n',
    },
    ['build/deep/keep.txt', 'a.log'],
  );
  const paths = await runAndRewind(
    sandbox,
    'echo z > build/deep/keep.txt; rm a.log; echo z > build/made.txt; echo z > b.log',
  );
  expect([...new Set(paths)]).toEqual(['a.log', 'build/deep/keep.txt']);
  expect(
    ['build/deep/keep.txt', 'a.log', 'build/made.txt', 'b.log'].map((path) => textOf(sandbox, path)),
  ).toEqual(['k\n', 'a\n', 'z\n', 'z\n']);
});

it('E-16 a folder that is no longer ignored was not made by the command, and no rewind takes it away', async () => {
  const sandbox = makeRepository({ '.gitignore': 'gen/\n', 'src/a': 'a\n' });
  place(join(sandbox.workspace, 'gen/made'), 'mine\n');
  const paths = await runAndRewind(sandbox, 'echo other > .gitignore');
  expect([...new Set(paths)]).toEqual(['.gitignore']);
  expect(textOf(sandbox, 'gen/made')).toBe('mine\n');
  expect(existsSync(join(sandbox.workspace, 'src/a'))).toBe(true);
});
