import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';

import { expect, it } from 'vitest';

import { errorOf, jsonOf, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

it('writes a setting into the user’s own file, and get tells it with its source', async () => {
  const sandbox = makeSandbox();
  const { code, stdout, stderr } = await runRook(sandbox, ['settings', 'set', 'mode', 'safe']);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toBe(`mode = safe\nin ${sandbox.userFile}\n`);
  expect(readJson(sandbox.userFile)).toEqual({ mode: 'safe' });
  expect((await runRook(sandbox, ['settings', 'get', 'mode'])).stdout).toBe('safe\n');
  const told = jsonOf(await runRook(sandbox, ['settings', 'get', 'mode', '--json']));
  expect(told).toMatchObject({ name: 'mode', value: 'safe', source: 'user', origin: sandbox.userFile });
  expect(readdirSync(sandbox.workspace)).toEqual([]);
});

it('writes a setting into the workspace’s file when asked to, and tells a script where', async () => {
  const sandbox = makeSandbox();
  const end = await runRook(sandbox, ['settings', 'set', 'mode', 'safe', '--scope', 'workspace', '--json']);
  expect(end.code).toBe(0);
  expect(jsonOf(end)).toMatchObject({
    name: 'mode',
    value: 'safe',
    source: 'workspace',
    scope: 'workspace',
    path: sandbox.workspaceFile,
    ignored: [],
  });
  expect(readJson(sandbox.workspaceFile)).toEqual({ mode: 'safe' });
  expect(existsSync(sandbox.userFile)).toBe(false);
});

it('takes a setting out of the file with --unset, and only that one', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"mode": "safe", "model.timeout": 60}\n');
  const { code, stdout } = await runRook(sandbox, ['settings', 'set', 'mode', '--unset']);
  expect([code, stdout]).toEqual([0, `mode taken out\nin ${sandbox.userFile}\n`]);
  expect(readJson(sandbox.userFile)).toEqual({ 'model.timeout': 60 });
  expect((await runRook(sandbox, ['settings', 'get', 'mode'])).stdout).toBe('ask\n');
});

it.each([
  ['uploads.ttlHours', '-1', -1],
  ['model.timeout', '60', 60],
  ['context.handoffAt', '0.5', 0.5],
  ['budget.day', 'null', null],
  ['model.main', 'null', null],
  ['model.main', 'claude-opus-4-6', 'claude-opus-4-6'],
  ['edits.auto', 'off', false],
  ['edits.auto', 'true', true],
  ['commands.allow', '["ls -l", "git log, all"]', ['ls -l', 'git log, all']],
  ['commands.allow', 'ls, pwd,git status', ['ls', 'pwd', 'git status']],
  ['commands.allow', '[]', []],
  ['connections', '[{"name":"x","provider":"xai"}]', [{ name: 'x', provider: 'xai' }]],
  ['model.prices', '{"m":{"input":1,"output":2}}', { m: { input: 1, output: 2 } }],
  ['ui.theme', '42', '42'],
])('understands %s typed as %s', async (name, typed, value) => {
  const sandbox = makeSandbox();
  const { code, stderr } = await runRook(sandbox, ['settings', 'set', name, typed]);
  expect([code, stderr]).toEqual([0, '']);
  expect(readJson(sandbox.userFile)).toEqual({ [name]: value });
  const told = jsonOf(await runRook(sandbox, ['settings', 'get', name, '--json']));
  expect(valueAt(told, 'value')).toEqual(value);
});

it('takes a value that looks like an option behind --', async () => {
  const sandbox = makeSandbox();
  expect((await runRook(sandbox, ['settings', 'set', 'ui.theme', '--', '--json'])).code).toBe(0);
  expect(readJson(sandbox.userFile)).toEqual({ 'ui.theme': '--json' });
});

it.each([
  ['model.timeout', 'soon', 'invalid_value', /a whole number from 1 to 86400; "soon" is not/],
  ['model.timeout', '0', 'invalid_value', /from 1/],
  ['model.timeout', '1.5', 'invalid_value', /whole number/],
  ['budget.day', '-1', 'invalid_value', /from 0/],
  ['mode', 'null', 'invalid_value', /safe, ask, allow/],
  ['edits.auto', 'perhaps', 'invalid_value', /true or false/],
  ['connections', '[{"name":"x","provider":"xai","apiKey":"k"}]', 'invalid_value', /keys are not kept/],
  ['modes', 'safe', 'unknown_setting', /did you mean mode\?/],
  ['__proto__', 'safe', 'unknown_setting', /settings list/],
])('refuses %s = %s and makes nothing', async (name, typed, code, says) => {
  const sandbox = makeSandbox();
  const end = await runRook(sandbox, ['settings', 'set', name, typed, '--json']);
  expect(end.code).toBe(1);
  expect(errorOf(end)).toMatchObject({ code, kind: 'invalid' });
  expect(errorOf(end).message).toMatch(says);
  expect(existsSync(sandbox.rookHome)).toBe(false);
  expect(readdirSync(sandbox.workspace)).toEqual([]);
});

it('S-08 denies a user’s setting to the workspace file and writes nothing', async () => {
  const sandbox = makeSandbox();
  const words = ['settings', 'set', 'edits.auto', 'true', '--scope', 'workspace'];
  const end = await runRook(sandbox, [...words, '--json']);
  expect(end.code).toBe(1);
  expect(errorOf(end)).toMatchObject({ code: 'user_setting', kind: 'denied', retryable: false });
  expect((await runRook(sandbox, words)).stderr).toMatch(/^rook: edits\.auto is decided by the user alone/);
  expect(existsSync(sandbox.workspaceFile)).toBe(false);
  expect(readdirSync(sandbox.workspace)).toEqual([]);
});

it('S-08 lets a user’s setting be taken out of a workspace file that has one', async () => {
  const sandbox = makeSandbox();
  place(sandbox.workspaceFile, '{"edits.auto": true, "mode": "safe"}');
  const words = ['settings', 'set', 'edits.auto', '--unset', '--scope', 'workspace'];
  expect((await runRook(sandbox, words)).code).toBe(0);
  expect(readJson(sandbox.workspaceFile)).toEqual({ mode: 'safe' });
});

it.each(['{"mode": "safe"', '{"mode" "safe"}', '["mode"]', '"mode"', '{} {}', '{"a": 01}', "{'mode': 1}"])(
  'T-15 refuses to change the malformed file %s and leaves it byte for byte',
  async (text) => {
    const sandbox = makeSandbox();
    place(sandbox.userFile, text);
    const end = await runRook(sandbox, ['settings', 'set', 'mode', 'ask', '--json']);
    expect(end.code).toBe(1);
    expect(errorOf(end)).toMatchObject({ code: 'settings_malformed', kind: 'invalid' });
    expect(readFileSync(sandbox.userFile, 'utf8')).toBe(text);
  },
);

it('mends a wrong value that stands in the file', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"mode": 7}');
  const asked = await runRook(sandbox, ['settings', 'list', 'mode']);
  expect(asked.stderr).toMatch(/problem .*settings\.json:1: mode takes/);
  const set = await runRook(sandbox, ['settings', 'set', 'mode', 'safe']);
  expect(set).toMatchObject({ code: 0, stderr: '' });
  expect(readJson(sandbox.userFile)).toEqual({ mode: 'safe' });
});

it('does not write a file that already says so', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"mode":"safe"}');
  const before = statSync(sandbox.userFile);
  expect((await runRook(sandbox, ['settings', 'set', 'mode', 'safe'])).code).toBe(0);
  expect(statSync(sandbox.userFile).ino).toBe(before.ino);
  expect((await runRook(sandbox, ['settings', 'set', 'mode', 'ask'])).code).toBe(0);
  expect(statSync(sandbox.userFile).ino).not.toBe(before.ino);
});

it('says when a value was written but another source counts over it', async () => {
  const sandbox = makeSandbox();
  const set = ['settings', 'set', 'mode', 'allow'];
  const byVariable = await runRook(sandbox, set, { env: { ROOK_MODE: 'safe' } });
  expect(byVariable.code).toBe(0);
  expect(byVariable.stderr).toBe('overruled  ROOK_MODE counts over it: mode is safe.\n');
  place(sandbox.workspaceFile, '{"mode": "safe"}');
  const byWorkspace = await runRook(sandbox, set);
  expect(byWorkspace.stderr).toBe(`overruled  ${sandbox.workspaceFile} counts over it: mode is safe.\n`);
});

it.each([
  ['user', 'userFile'],
  ['workspace', 'workspaceFile'],
] as const)('settings path --scope %s names the file, whether it is there or not', async (scope, which) => {
  const sandbox = makeSandbox();
  const { code, stdout } = await runRook(sandbox, ['settings', 'path', '--scope', scope]);
  expect([code, stdout]).toEqual([0, `${sandbox[which]}\n`]);
  const told = jsonOf(await runRook(sandbox, ['settings', 'path', '--scope', scope, '--json']));
  expect(told).toEqual({
    path: sandbox[which],
    user: sandbox.userFile,
    workspace: sandbox.workspaceFile,
    home: sandbox.rookHome,
  });
});

function readJson(file: string): unknown {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return value;
}
