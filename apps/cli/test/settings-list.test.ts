import { settingNames } from '@rook/contract';
import { expect, it } from 'vitest';

import { jsonOf, keysOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

const FIELDS = 'default description environment name origin scope source takes value'.split(' ');
const SECRET = 'hunter2';
const ADDRESS = `postgres://rook:${SECRET}@db.example/rook`;

it('S-10 lists every setting once, with its value and where it comes from', async () => {
  const { code, stdout, stderr } = await runRook(makeSandbox(), ['settings', 'list']);
  expect([code, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(settingNames);
  expect(lines.filter((line) => !line.endsWith(' default'))).toEqual([]);
});

it('S-10 tells a script type, default, description, scope and variable of every setting', async () => {
  const listed = jsonOf(await runRook(makeSandbox(), ['settings', 'list', '--json']));
  expect(keysOf(listed)).toEqual(['ignored', 'problems', 'settings']);
  const settings = listAt(listed, 'settings');
  expect(settings.map((setting) => valueAt(setting, 'name'))).toEqual(settingNames);
  for (const setting of settings) {
    expect(keysOf(setting)).toEqual(FIELDS);
    expect(setting).toMatchObject({ source: 'default', origin: 'default' });
    expect(valueAt(setting, 'value')).toEqual(valueAt(setting, 'default'));
    expect(textAt(setting, 'scope')).toMatch(/^(user|workspace)$/);
    expect(textAt(setting, 'takes')).not.toBe('');
    expect(textAt(setting, 'description')).not.toBe('');
    expect(textAt(setting, 'environment')).toMatch(/^ROOK_[A-Z_]+$/);
  }
});

it('lists under --changed what differs from the defaults, and from which source', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, '{"model.timeout": 60, "ui.theme": "night"}');
  place(sandbox.workspaceFile, '{"mode": "safe"}');
  const words = ['settings', 'list', '--changed', '--set', 'ui.theme=day'];
  const end = await runRook(sandbox, [...words, '--json'], { env: { ROOK_BUDGET_DAY: '4' } });
  const listed = listAt(jsonOf(end), 'settings');
  const seen = listed.map((one) => [textAt(one, 'name'), [valueAt(one, 'value'), valueAt(one, 'source')]]);
  expect(Object.fromEntries(seen)).toEqual({
    'budget.day': [4, 'environment'],
    mode: ['safe', 'workspace'],
    'model.timeout': [60, 'user'],
    'ui.theme': ['day', 'flag'],
  });
  const origins = listed.map((one) => textAt(one, 'origin')).toSorted();
  expect(origins).toEqual(['--set', 'ROOK_BUDGET_DAY', sandbox.userFile, sandbox.workspaceFile].toSorted());
});

it('says on standard error that nothing was found, and succeeds', async () => {
  const sandbox = makeSandbox();
  const changed = await runRook(sandbox, ['settings', 'list', '--changed']);
  expect(changed).toMatchObject({ code: 0, stdout: '', stderr: 'Every setting stands at its default.\n' });
  const searched = await runRook(sandbox, ['settings', 'list', 'qqqq']);
  expect(searched).toMatchObject({ code: 0, stdout: '', stderr: 'There is no setting with "qqqq".\n' });
});

it('finds settings by a part of their name or description, whatever the case', async () => {
  const sandbox = makeSandbox();
  const names = async (text: string) => {
    const { stdout } = await runRook(sandbox, ['settings', 'list', text]);
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
  };
  expect(await names('UI.THEME')).toEqual(['ui.theme']);
  expect(await names('dollars')).toEqual(expect.arrayContaining(['budget.day', 'budget.run']));
  expect(await names('dollars')).not.toContain('mode');
});

it('never shows the password of the shared store, wherever the store is told', async () => {
  const sandbox = makeSandbox();
  const set = await runRook(sandbox, ['settings', 'set', 'store', ADDRESS]);
  expect(set.code).toBe(0);
  const ends = [
    set,
    await runRook(sandbox, ['settings', 'set', 'store', ADDRESS, '--json']),
    await runRook(sandbox, ['settings', 'list', 'store']),
    await runRook(sandbox, ['settings', 'list', '--json']),
    await runRook(sandbox, ['settings', 'get', 'store']),
    await runRook(sandbox, ['settings', 'get', 'store', '--json']),
    await runRook(sandbox, ['settings', 'get', 'store', '--set', `store=${ADDRESS}2`]),
    await runRook(sandbox, ['settings', 'set', 'mode', 'safe'], { env: { ROOK_STORE: ADDRESS } }),
    await runRook(sandbox, ['settings', 'set', 'store', `["${SECRET}"]`.repeat(200)]),
    await runRook(sandbox, ['diagnose'], { env: { ROOK_STORE: ADDRESS } }),
  ];
  for (const { stdout, stderr } of ends) expect(stdout + stderr).not.toContain(SECRET);
  expect((await runRook(sandbox, ['settings', 'get', 'store'])).stdout).toBe(
    'postgres://rook:•••@db.example/rook\n',
  );
});

it.each([40, 69, 70, 80, 200])('fits the list into %d columns', async (columns) => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, JSON.stringify({ 'ui.theme': 'x'.repeat(64) }));
  const { stdout } = await runRook(sandbox, ['settings', 'list'], { env: { COLUMNS: String(columns) } });
  const widths = stdout.split('\n').map((line) => line.trimEnd().length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(columns);
  expect(stdout).toContain('ui.theme');
});

it.each(['', 'x'])('cuts a long value between characters, never inside one (after "%s")', async (start) => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, JSON.stringify({ 'ui.theme': start + '😀'.repeat(31) }));
  const env = { COLUMNS: '70' };
  const { stdout } = await runRook(sandbox, ['settings', 'list', 'ui.theme'], { env });
  expect(stdout).toMatch(/^ui\.theme +x?😀+… +user$/mu);
});
