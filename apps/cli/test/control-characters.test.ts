import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { errorOf, harmfulCharacters, jsonOf, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

/** Clears the screen, rings, hides, turns the reading direction, joins nothing, starts a C1 sequence. */
const EVIL = 'a\u001B[2J\u0007\u0008\u007F\u0085\u009B31m\u202E\u2066\u200B\u2028\uFEFFz';

it('A-24 the check of this file finds every kind of harmful character, and no other', () => {
  expect(harmfulCharacters(EVIL)).toHaveLength(11);
  for (const code of [0, 8, 0xb, 0xd, 0x1b, 0x7f, 0x80, 0x9f, 0x61c, 0x202a, 0x202e, 0x2066, 0x2069]) {
    expect(harmfulCharacters(String.fromCodePoint(code))).toHaveLength(1);
  }
  expect(harmfulCharacters('plain\ttext\n…✓😀 ü')).toEqual([]);
});

it.each([
  ['a command', [EVIL]],
  ['a sub-command', ['settings', EVIL]],
  ['an option', ['settings', 'list', `--${EVIL}`]],
  ['a name', ['settings', 'get', EVIL]],
  ['a text that is looked for', ['settings', 'list', EVIL]],
  ['a choice', ['completion', EVIL]],
  ['a value', ['settings', 'set', 'mode', EVIL]],
  ['a flag', ['settings', 'get', 'mode', '--set', EVIL]],
  ['a flag’s value', ['settings', 'get', 'mode', '--set', `mode=${EVIL}`]],
  ['a folder', ['diagnose', '--workspace', EVIL]],
])('A-24 control characters in %s reach neither the screen nor the log', async (_what, words) => {
  const sandbox = makeSandbox();
  const told = await runRook(sandbox, words);
  expect(told.stdout + told.stderr).toContain('z');
  expectHarmless(told);
  const asJson = await runRook(sandbox, ['--json', ...words]);
  expectHarmless(asJson);
  expect(asJson.code === 0 || errorOf(asJson).message.includes('[2J')).toBe(true);
});

it('A-24 control characters in a value are shown, and a script gets them back', async () => {
  const sandbox = makeSandbox();
  const value = `${EVIL}\n\t"\\ 👩‍🚀`;
  const set = await runRook(sandbox, ['settings', 'set', 'ui.theme', value]);
  expect(set.code).toBe(0);
  const asJson = await runRook(sandbox, ['settings', 'get', 'ui.theme', '--json']);
  expect(valueAt(jsonOf(asJson), 'value')).toBe(value);
  const ends = [
    set,
    asJson,
    await runRook(sandbox, ['settings', 'get', 'ui.theme']),
    await runRook(sandbox, ['settings', 'list', 'ui.theme']),
    await runRook(sandbox, ['settings', 'list', 'ui.theme'], { env: { COLUMNS: '40' } }),
    await runRook(sandbox, ['settings', 'list', '--json']),
    await runRook(sandbox, ['settings', 'set', 'ui.theme', 'x'], { env: { ROOK_UI_THEME: EVIL } }),
  ];
  for (const end of ends) expectHarmless(end);
});

it('A-24 a value stays on the line of its setting in a list', async () => {
  const sandbox = makeSandbox();
  place(sandbox.userFile, JSON.stringify({ 'ui.theme': 'night\nmode  allow', 'sessions.labels': ['a\nb'] }));
  const { stdout } = await runRook(sandbox, ['settings', 'list', '--changed']);
  expect(stdout.trimEnd().split('\n')).toHaveLength(2);
});

it('A-24 control characters in a settings file and in the environment are shown in what is noted', async () => {
  const sandbox = makeSandbox();
  place(sandbox.workspaceFile, JSON.stringify({ [EVIL]: 1, mode: EVIL }));
  const env = { [`ROOK_${EVIL}`]: '1', ROOK_MODEL_TIMEOUT: EVIL };
  for (const typed of ['settings get mode', 'settings get mode --json', 'diagnose', 'diagnose --json']) {
    const end = await runRook(sandbox, typed.split(' '), { env });
    expect(end.stdout + end.stderr).toContain('[2J');
    expectHarmless(end);
  }
});

it('A-24 T-16 a workspace with an evil name is told harmlessly, and a script gets its true name', async () => {
  const sandbox = makeSandbox();
  const folder = join(sandbox.workspace, `new\nline ${EVIL} "quoted" 'single' $x`);
  mkdirSync(folder);
  const start = { cwd: folder };
  const set = await runRook(sandbox, ['settings', 'set', 'mode', 'safe', '--scope', 'workspace'], start);
  expect(set.code).toBe(0);
  const path = await runRook(sandbox, ['settings', 'path', '--json'], start);
  expect(valueAt(jsonOf(path), 'workspace')).toBe(join(folder, '.rook', 'settings.json'));
  place(join(folder, '.rook', 'settings.json'), '{"mode": "allow", "x": 1}');
  const typed = ['settings path --scope workspace', 'settings list', 'settings list --json', 'diagnose'];
  const ends = [set, path];
  for (const words of typed) ends.push(await runRook(sandbox, words.split(' '), start));
  for (const end of ends) expectHarmless(end);
  const [, , , list, , diagnosed] = ends;
  expect(list?.stderr.trimEnd().split('\n')).toHaveLength(2);
  // Each check stands on a line of its own, and no name has made another one.
  expect(diagnosed?.stdout.trimEnd().split('\n')).toHaveLength(17);
});

function expectHarmless({ stdout, stderr }: End): void {
  expect(harmfulCharacters(stdout)).toEqual([]);
  expect(harmfulCharacters(stderr)).toEqual([]);
}
