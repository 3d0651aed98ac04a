import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { errorOf, jsonOf, textAt, valueAt } from './read-output.ts';
import { launcher, quote, runProgram, runRook, type RookStart } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

it('the nearest folder upward that has .rook is the workspace', async () => {
  const sandbox = makeSandbox();
  const [outer, inner] = [join(sandbox.workspace, 'a'), join(sandbox.workspace, 'a', 'b', 'c')];
  mkdirSync(join(inner, 'd'), { recursive: true });
  mkdirSync(join(sandbox.workspace, '.rook'), { mode: 0o700 });
  expect(await workspaceOf(sandbox, { cwd: join(inner, 'd') })).toBe(sandbox.workspace);
  mkdirSync(join(outer, '.rook'), { mode: 0o700 });
  expect(await workspaceOf(sandbox, { cwd: join(inner, 'd') })).toBe(outer);
  expect(await workspaceOf(sandbox, { cwd: sandbox.workspace })).toBe(sandbox.workspace);
});

it('without any .rook the current folder is the workspace', async () => {
  const sandbox = makeSandbox();
  mkdirSync(join(sandbox.workspace, 'a'));
  expect(await workspaceOf(sandbox, { cwd: join(sandbox.workspace, 'a') })).toBe(
    join(sandbox.workspace, 'a'),
  );
});

it('--workspace counts over what is found, also relative and through a link', async () => {
  const sandbox = makeSandbox();
  mkdirSync(join(sandbox.workspace, '.rook'), { mode: 0o700 });
  mkdirSync(join(sandbox.workspace, 'a'));
  symlinkSync(join(sandbox.workspace, 'a'), join(sandbox.folder, 'link'));
  const expected = join(sandbox.workspace, 'a');
  expect(await workspaceOf(sandbox, {}, ['--workspace', 'a'])).toBe(expected);
  expect(await workspaceOf(sandbox, {}, ['--workspace', join(sandbox.folder, 'link')])).toBe(expected);
});

it.each(['no-such-folder', 'a-file'])('--workspace %s is refused', async (name) => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'a-file'), '');
  const end = await runRook(sandbox, ['settings', 'list', '--workspace', name, '--json']);
  expect(end.code).toBe(1);
  expect(errorOf(end)).toMatchObject({ code: 'no_workspace', kind: 'invalid' });
});

it('the home folder and the root of the disk are workspaces only when they are named', async () => {
  const sandbox = makeSandbox();
  const home = { cwd: sandbox.userHome };
  place(join(sandbox.userHome, '.rook', 'settings.json'), '{"mode": "safe"}');
  expect(await workspaceOf(sandbox, home)).toBeNull();
  expect(await workspaceOf(sandbox, { cwd: '/' })).toBeNull();
  expect(await workspaceOf(sandbox, home, ['--workspace', '.'])).toBe(sandbox.userHome);
  mkdirSync(join(sandbox.userHome, 'project'));
  expect(await workspaceOf(sandbox, { cwd: join(sandbox.userHome, 'project') })).toBe(
    join(sandbox.userHome, 'project'),
  );
});

it('the user’s own file is not heard twice when the home folder is named', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.userHome, '.rook', 'settings.json'), '{"edits.auto": false}');
  const words = ['settings', 'get', 'edits.auto', '--workspace', sandbox.userHome, '--json'];
  const told = jsonOf(await runRook(sandbox, words, { env: { ROOK_HOME: '' } }));
  expect(told).toMatchObject({ value: false, source: 'user', ignored: [] });
});

it.each(['HOME as it is', 'HOME through a link'])(
  'the home folder as workspace has no settings of its own, with %s',
  async (way) => {
    const sandbox = makeSandbox();
    const link = join(sandbox.folder, 'link');
    symlinkSync(sandbox.userHome, link);
    const env = { ROOK_HOME: '', HOME: way.endsWith('link') ? link : sandbox.userHome };
    const named = ['--workspace', sandbox.userHome, '--scope', 'workspace', '--json'];
    for (const words of [
      ['settings', 'set', 'mode', 'safe'],
      ['settings', 'path'],
    ]) {
      const end = await runRook(sandbox, [...words, ...named], { env });
      expect(end.code).toBe(1);
      expect(errorOf(end)).toMatchObject({ code: 'no_workspace', kind: 'invalid' });
      expect(errorOf(end).message).toMatch(/no settings of its own.*your own file/);
    }
    expect(readdirSync(sandbox.userHome)).toEqual([]);
  },
);

it('without a workspace everything but writing there goes on', async () => {
  const sandbox = makeSandbox();
  const start = { cwd: '/' };
  expect((await runRook(sandbox, ['settings', 'set', 'mode', 'safe'], start)).code).toBe(0);
  const words = ['settings', 'set', 'mode', 'safe', '--scope', 'workspace', '--json'];
  const set = await runRook(sandbox, words, start);
  expect(set.code).toBe(1);
  expect(errorOf(set).code).toBe('no_workspace');
  const { code, stdout } = await runRook(sandbox, ['diagnose'], start);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^⚠️ Workspace: none, because/m);
});

it('without a workspace its path is a failure, with --json as without', async () => {
  const sandbox = makeSandbox();
  const words = ['settings', 'path', '--scope', 'workspace'];
  expect((await runRook(sandbox, words, { cwd: '/' })).code).toBe(1);
  const end = await runRook(sandbox, [...words, '--json'], { cwd: '/' });
  expect(end.code).toBe(1);
  expect(errorOf(end).code).toBe('no_workspace');
});

it('T-15 works in a folder that was deleted under it, without a workspace', async () => {
  const sandbox = makeSandbox();
  const rook = `${quote(process.execPath)} ${quote(launcher)}`;
  const script = `mkdir gone && cd gone && rmdir ../gone && ${rook} settings path --json && exec ${rook} diagnose`;
  const start = { env: sandbox.env, cwd: sandbox.workspace };
  const { code, stdout, stderr } = await runProgram('bash', ['--norc', '-c', script], start);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toMatchObject({ user: sandbox.userFile, workspace: null });
  expect(stdout).toContain('the current folder is gone');
});

async function workspaceOf(
  sandbox: Sandbox,
  start: RookStart,
  words: readonly string[] = [],
): Promise<string | null> {
  const told = jsonOf(await runRook(sandbox, ['settings', 'path', '--json', ...words], start));
  if (valueAt(told, 'workspace') === null) return null;
  return textAt(told, 'workspace').replace(/\/\.rook\/settings\.json$/, '');
}
