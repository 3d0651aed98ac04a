import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { commitAll, runJson } from './command-rook.ts';
import { textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** More than are held in memory. */
const FILES = 2100;

function fill(folder: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true });
  for (let file = 0; file < FILES; file += 1) writeFileSync(join(folder, 'src', `f${file}`), `${file}\n`);
}

/** How many files are there again, and what is in some of them. */
async function deleteAndRewind(sandbox: Sandbox): Promise<readonly (number | string)[]> {
  const { workspace } = sandbox;
  runTool('sh', '-c', 'sleep 0.2');
  const id = textAt(await runJson(sandbox, 'rm -r src'), 'changeSet');
  const rewound = await runRook(sandbox, ['rewind', id, '--yes']);
  expect([rewound.code, rewound.stderr]).toEqual([0, '']);
  const texts = ['f0', 'f7', 'f2099'].map((name) => readFileSync(join(workspace, 'src', name), 'utf8'));
  return [readdirSync(join(workspace, 'src')).length, ...texts];
}

/** A rewind waits for the disk once for each file, and others may be writing to it. */
const MANY_WAITS = 120_000;
const ALL = [FILES, '0\n', '7\n', '2099\n'];

it(
  'E-16 takes old bytes from git where the workspace is a folder of the repository',
  async () => {
    const sandbox = makeSandbox();
    const inner = { ...sandbox, workspace: join(sandbox.workspace, 'packages', 'one') };
    fill(inner.workspace);
    runTool('sh', '-c', 'sleep 0.2');
    commitAll(sandbox);
    mkdirSync(join(inner.workspace, '.rook'));
    expect(await deleteAndRewind(inner)).toEqual(ALL);
  },
  MANY_WAITS,
);

it(
  'E-16 takes old bytes from git in one of several work trees',
  async () => {
    const sandbox = makeSandbox();
    fill(sandbox.workspace);
    commitAll(sandbox);
    const tree = join(sandbox.folder, 'tree');
    onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
    runTool('git', '-C', sandbox.workspace, 'worktree', 'add', '-q', '--detach', tree);
    // So that git looks at what it has just written once more.
    runTool('sh', '-c', `sleep 1.1; git -C '${tree}' status --porcelain`);
    expect(await deleteAndRewind({ ...sandbox, workspace: tree })).toEqual(ALL);
  },
  MANY_WAITS,
);

it('E-16 obeys attributes that lie above the workspace: what git keeps in another form is not taken from it', async () => {
  const sandbox = makeSandbox();
  const inner = { ...sandbox, workspace: join(sandbox.workspace, 'inner') };
  runTool('git', '-C', sandbox.workspace, 'init', '-q');
  runTool('git', '-C', sandbox.workspace, 'config', 'filter.digits.clean', 'tr 0-9 0');
  place(join(sandbox.workspace, '.gitattributes'), 'inner/*.version filter=digits\n');
  place(join(inner.workspace, 'a.version'), 'version 1.2.34\n');
  mkdirSync(join(inner.workspace, '.rook'));
  runTool('sh', '-c', 'sleep 0.2');
  commitAll(sandbox);
  runTool('sh', '-c', 'sleep 0.2');
  const id = textAt(await runJson(inner, 'echo over > a.version'), 'changeSet');
  expect((await runRook(inner, ['rewind', id, '--yes'])).code).toBe(0);
  expect(readFileSync(join(inner.workspace, 'a.version'), 'utf8')).toBe('version 1.2.34\n');
});
