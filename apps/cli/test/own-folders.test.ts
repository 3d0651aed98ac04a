import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';

import { expect, it } from 'vitest';

import { valueAt } from './read-output.ts';
import { launcher, quote, runProgram, runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const isWindows = process.platform === 'win32';

it('T-15 reading makes nothing, neither at home nor in the workspace', async () => {
  const sandbox = makeSandbox();
  const reading = [
    'settings list',
    'settings list --json',
    'settings get mode',
    'settings path',
    'settings path --scope workspace',
    'diagnose',
    'completion bash',
    '--help',
  ];
  for (const typed of reading) {
    const env = { ROOK_HOME: '' };
    expect((await runRook(sandbox, typed.split(' '))).code, typed).toBe(0);
    expect((await runRook(sandbox, typed.split(' '), { env })).code, typed).toBe(0);
  }
  expect(existsSync(sandbox.rookHome)).toBe(false);
  expect(readdirSync(sandbox.userHome)).toEqual([]);
  expect(readdirSync(sandbox.workspace)).toEqual([]);
});

it.skipIf(isWindows)('T-14 what is kept is the owner’s alone, whatever the umask', async () => {
  const sandbox = makeSandbox();
  for (const scope of ['user', 'workspace']) {
    const { code } = await setUnderOpenMask(sandbox, scope);
    expect(code).toBe(0);
  }
  const kept = [...modesBelow(sandbox.rookHome), ...modesBelow(join(sandbox.workspace, '.rook'))];
  expect(kept.filter(({ isFolder }) => isFolder).length).toBeGreaterThanOrEqual(2);
  expect(kept.filter(({ isFolder }) => !isFolder).length).toBeGreaterThanOrEqual(3);
  expect(kept.filter(({ mode, isFolder }) => mode !== (isFolder ? '700' : '600'))).toEqual([]);
});

it.skipIf(isWindows)('keeps the mode that the user gave to a file', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"mode": "safe"}');
  chmodSync(sandbox.userFile, 0o640);
  expect((await runRook(sandbox, ['settings', 'set', 'mode', 'ask'])).code).toBe(0);
  expect(statSync(sandbox.userFile).mode & 0o777).toBe(0o640);
});

it('makes .rook ignore itself for git, and leaves an ignore file that is there', async () => {
  const sandbox = makeSandbox();
  const ignoreFile = join(sandbox.workspace, '.rook', '.gitignore');
  const set = ['settings', 'set', 'mode', 'safe', '--scope', 'workspace'];
  expect((await runRook(sandbox, set)).code).toBe(0);
  expect(readFileSync(ignoreFile, 'utf8')).toBe('*\n');
  place(ignoreFile, '*\n!settings.json\n');
  expect((await runRook(sandbox, [...set.slice(0, 3), 'ask', ...set.slice(4)])).code).toBe(0);
  expect(readFileSync(ignoreFile, 'utf8')).toBe('*\n!settings.json\n');
});

it('ROOK_HOME decides where the user’s file is; without it, it is in .rook at home', async () => {
  const sandbox = makeSandbox();
  const path = async (home: string) =>
    (await runRook(sandbox, ['settings', 'path'], { env: { ROOK_HOME: home } })).stdout.trimEnd();
  expect(await path(join(sandbox.folder, 'x', 'y'))).toBe(join(sandbox.folder, 'x', 'y', 'settings.json'));
  expect(await path('')).toBe(join(sandbox.userHome, '.rook', 'settings.json'));
  expect(await path('here')).toBe(join(sandbox.workspace, 'here', 'settings.json'));
  const env = { ROOK_HOME: join(sandbox.folder, 'x', 'y') };
  expect((await runRook(sandbox, ['settings', 'set', 'mode', 'safe'], { env })).code).toBe(0);
  expect(existsSync(join(sandbox.folder, 'x', 'y', 'settings.json'))).toBe(true);
  expect(existsSync(sandbox.rookHome)).toBe(false);
});

it.each(['', '.'])('T-14 HOME=%j never turns the workspace’s file into the user’s', async (userHome) => {
  const sandbox = makeSandbox();
  place(sandbox.workspaceFile, '{"mode": "allow"}');
  const env = { HOME: userHome, ROOK_HOME: '' };
  const end = await runRook(sandbox, ['settings', 'path', '--json'], { env });
  const user = valueAt(JSON.parse(end.stdout), 'user');
  expect(typeof user === 'string' && !isAbsolute(user)).toBe(false);
  expect(user).not.toBe(sandbox.workspaceFile);
});

it('a home that is a file ends in a sentence, and reading goes on', async () => {
  const sandbox = makeSandbox();
  place(sandbox.rookHome, 'mine');
  const read = await runRook(sandbox, ['settings', 'get', 'mode']);
  expect([read.code, read.stdout]).toEqual([0, 'ask\n']);
  expect(read.stderr).toContain(sandbox.rookHome);
  const set = await runRook(sandbox, ['settings', 'set', 'mode', 'safe']);
  expect(set.code).toBe(1);
  expect(set.stderr).toMatch(/^rook: .*\.\n$/);
  expect(readFileSync(sandbox.rookHome, 'utf8')).toBe('mine');
});

it.skipIf(isWindows)('diagnose warns of a home that others can enter, and leaves it as it is', async () => {
  const sandbox = makeSandbox();
  mkdirSync(sandbox.rookHome);
  chmodSync(sandbox.rookHome, 0o755);
  const { code, stdout } = await runRook(sandbox, ['diagnose']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^⚠️ Home: .*755/m);
  expect(stdout).toContain(`chmod 700 ${sandbox.rookHome}`);
  expect(statSync(sandbox.rookHome).mode & 0o777).toBe(0o755);
});

async function setUnderOpenMask(sandbox: Sandbox, scope: string): Promise<{ readonly code: number | null }> {
  const rook = `${quote(process.execPath)} ${quote(launcher)}`;
  const script = `umask 000; exec ${rook} settings set mode safe --scope ${scope}`;
  return runProgram('bash', ['--norc', '-c', script], { env: sandbox.env, cwd: sandbox.workspace });
}

interface Kept {
  readonly path: string;
  readonly mode: string;
  readonly isFolder: boolean;
}

function modesBelow(folder: string): readonly Kept[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return [folder, ...names.map((name) => join(folder, name))].map((path) => {
    const found = statSync(path);
    return { path, mode: (found.mode & 0o777).toString(8), isFolder: found.isDirectory() };
  });
}
