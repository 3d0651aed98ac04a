import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { commitAll, PLAIN } from './command-rook.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
const HAS_PERMISSIONS = process.platform !== 'win32';
const [CLOSED, LISTED, OPEN] = [0o000, 0o444, 0o755];

/** As somebody whom the system shuts out. */
async function run(sandbox: Sandbox, ...words: readonly string[]): Promise<End> {
  return runRook(sandbox, words, isRoot ? { env: PLAIN, user: OTHER_USER } : { env: PLAIN });
}

function fill(mode: number): Sandbox {
  const sandbox = makeSandbox();
  for (const path of ['kept', 'box/mine', 'box/deep/mine', 'open/mine'])
    place(join(sandbox.workspace, path), `${path}\n`);
  commitAll(sandbox);
  place(join(sandbox.workspace, 'box/new'), 'new\n');
  const paths = readdirSync(sandbox.folder, { recursive: true, encoding: 'utf8' });
  for (const path of isRoot ? ['.', ...paths] : [])
    chownSync(join(sandbox.folder, path), OTHER_USER, OTHER_USER);
  chmodSync(join(sandbox.workspace, 'box'), mode);
  onTestFinished(() => {
    for (const folder of ['box', 'open']) chmodSync(join(sandbox.workspace, folder), OPEN);
  });
  return sandbox;
}

it.runIf(HAS_PERMISSIONS).each([
  ['closed', CLOSED],
  ['one that may be listed and not gone into', LISTED],
])('E-16 E-28 what lay in a folder that a command opens is none of what it made: %s', async (_what, mode) => {
  const sandbox = fill(mode);
  const told = await run(sandbox, 'command', 'run', 'chmod 755 box; echo o > other');
  expect(told.stderr).toContain(': other (new).');
  expect(await run(sandbox, 'rewind', '--yes')).toMatchObject({ code: 0 });
  const left = readdirSync(join(sandbox.workspace, 'box'), { recursive: true, encoding: 'utf8' });
  expect(left.toSorted()).toEqual(['deep', join('deep', 'mine'), 'mine', 'new']);
  // From then on it is seen as any other.
  const seen = await run(sandbox, 'command', 'run', 'echo x >> box/mine; rm box/new');
  expect(seen.stderr).toContain(': box/mine (changed), box/new (gone).');
  expect(await run(sandbox, 'rewind', '--yes')).toMatchObject({ code: 0 });
});

it.runIf(HAS_PERMISSIONS)(
  'E-16 what a command took away in a folder that it closed comes back once that is open again',
  async () => {
    const sandbox = fill(OPEN);
    const told = await run(sandbox, 'command', 'run', 'rm box/mine; chmod 000 box');
    expect(told.stderr).toContain('box/mine (gone)');
    expect(await run(sandbox, 'rewind', '--yes')).toMatchObject({ code: 1 });
    chmodSync(join(sandbox.workspace, 'box'), OPEN);
    expect(await run(sandbox, 'rewind', '--yes')).toMatchObject({ code: 0 });
    const left = readdirSync(join(sandbox.workspace, 'box'), { recursive: true, encoding: 'utf8' });
    expect(left.toSorted()).toEqual(['deep', join('deep', 'mine'), 'mine', 'new']);
  },
);
