import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { entriesOf, journalLines, playing, saying } from './ask-rook.ts';
import { PLAIN } from './command-rook.ts';
import { errorOf, jsonOf, listAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** A workspace with folders, and somebody who stands in one of them. */
function makeFolders(): Sandbox {
  const sandbox = makeSandbox();
  mkdirSync(join(sandbox.workspace, '.rook'));
  place(join(sandbox.workspace, 'top.txt'), 'top\n');
  place(join(sandbox.workspace, 'd', 'inner.txt'), 'inner\n');
  place(join(sandbox.workspace, 'd', 'e', 'deep.txt'), 'deep\n');
  return sandbox;
}

async function runAt(sandbox: Sandbox, at: string, ...words: readonly string[]): Promise<End> {
  return runRook(sandbox, ['command', ...words], { env: PLAIN, cwd: join(sandbox.workspace, at) });
}

it('G-07 rook command run runs where the person stands, and says so', async () => {
  const sandbox = makeFolders();
  const end = await runAt(sandbox, 'd', 'run', 'rm -rf *; pwd');
  expect([end.code, end.stdout]).toEqual([0, `${join(sandbox.workspace, 'd')}\n`]);
  expect(end.stderr).toContain('In the folder d of the workspace:');
  expect(existsSync(join(sandbox.workspace, 'top.txt'))).toBe(true);
  expect(existsSync(join(sandbox.workspace, 'd/inner.txt'))).toBe(false);
  expect(entriesOf(journalLines(sandbox), 'command_started')[0]).toMatchObject({ cwd: 'd' });
  expect((await runAt(sandbox, '.', 'run', 'ls top.txt')).stderr).toBe('');
});

it('G-07 --cwd of rook command run is counted from where the person stands', async () => {
  const sandbox = makeFolders();
  expect((await runAt(sandbox, 'd', 'run', 'ls', '--cwd', 'e')).stdout).toBe('deep.txt\n');
  const up = await runAt(sandbox, 'd/e', 'run', 'ls *.txt', '--cwd', '../..', '--json');
  expect([valueAt(jsonOf(up), 'cwd'), valueAt(listAt(jsonOf(up), 'runs')[0], 'output')]).toEqual([
    '.',
    'top.txt\n',
  ]);
  const absolute = await runAt(sandbox, 'd', 'run', 'ls', '--cwd', join(sandbox.workspace, 'd/e'), '--json');
  expect(valueAt(jsonOf(absolute), 'cwd')).toBe('d/e');
  expect(errorOf(await runAt(sandbox, 'd', 'run', 'ls', '--cwd', 'd', '--json')).code).toBe('not_found');
  const out = await runAt(sandbox, 'd', 'run', 'ls', '--cwd', '../..', '--json');
  expect(errorOf(out).code).toBe('outside_workspace');
  symlinkSync('/', join(sandbox.workspace, 'd', 'out'));
  const link = await runAt(sandbox, 'd', 'run', 'ls', '--cwd', 'out', '--json');
  expect(errorOf(link).code).toBe('outside_workspace');
});

it('G-07 who stands elsewhere and names the workspace runs commands in it', async () => {
  const sandbox = makeFolders();
  const start = { env: PLAIN, cwd: sandbox.folder };
  const named = ['--workspace', sandbox.workspace];
  expect((await runRook(sandbox, ['command', 'run', 'pwd', ...named], start)).stdout).toBe(
    `${sandbox.workspace}\n`,
  );
  const inside = await runRook(sandbox, ['command', 'run', 'pwd', '--cwd', 'd', ...named], start);
  expect(inside.stdout).toBe(`${sandbox.workspace}/d\n`);
  const standing = { env: PLAIN, cwd: join(sandbox.workspace, 'd') };
  expect((await runRook(sandbox, ['command', 'run', 'pwd', ...named], standing)).stdout).toBe(
    `${sandbox.workspace}/d\n`,
  );
});

it('G-06 rook command check judges paths from where the person stands, as the run would take them', async () => {
  const sandbox = makeFolders();
  const verdictAt = async (at: string, ...words: readonly string[]): Promise<readonly unknown[]> => {
    const report = jsonOf(await runAt(sandbox, at, 'check', '--json', ...words));
    return [valueAt(report, 'cwd'), valueAt(report, 'verdict')];
  };
  expect(await verdictAt('d', 'cat ../top.txt')).toEqual(['d', 'allow']);
  expect(await verdictAt('.', 'cat ../top.txt')).toEqual(['.', 'ask']);
  expect(await verdictAt('d', 'cat ../../x', '--cwd', 'e')).toEqual(['d/e', 'allow']);
  const named = ['--workspace', sandbox.workspace];
  expect(await verdictAt('d', 'cat ../top.txt', ...named)).toEqual(['d', 'allow']);
  expect(errorOf(await runAt(sandbox, 'd', 'check', 'ls', '--cwd', '../..', '--json')).code).toBe(
    'outside_workspace',
  );
});

it('G-11 a supervised batch runs where the person stands', async () => {
  const sandbox = makeFolders();
  const env = { ...PLAIN, ...playing(sandbox, { default: saying('{"decision": "continue"}') }) };
  const cwd = join(sandbox.workspace, 'd');
  await runRook(sandbox, ['command', 'run', 'ls', '--supervise', '--cwd', 'e'], { env, cwd });
  expect(entriesOf(journalLines(sandbox), 'command_started')[0]).toMatchObject({ cwd: 'd/e' });
});

it('G-06 what a command names to delete or to change is looked at from where it runs', async () => {
  const sandbox = makeFolders();
  expect((await runAt(sandbox, 'd', 'run', 'rm ../top.txt')).code).toBe(0);
  expect(existsSync(join(sandbox.workspace, 'top.txt'))).toBe(false);
  const out = await runAt(sandbox, 'd', 'run', 'rm ../../outside.txt');
  expect([out.code, out.stderr]).toEqual([1, expect.stringContaining('lies outside the workspace')]);
  const own = await runAt(sandbox, 'd', 'run', 'rm ../.rook/settings.json');
  expect(own.code).toBe(1);
});
