import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { replyText } from './apply-rook.ts';
import { contentOf } from './approval-rook.ts';
import { playing } from './ask-rook.ts';
import { calling, endsOf, govern, write } from './intent-rook.ts';
import { errorOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

const reply = replyText({ fileChanges: [{ path: 'a.txt', content: 'a\n' }] });

/** All that could have an effect. */
const EFFECTS: readonly (readonly string[])[] = [
  ['ask', '--yes', '--mode', 'allow', 'Do it'],
  ['ask', '--mode', 'safe', 'Do it'],
  ['apply', '-'],
  ['apply', '--dry-run', '-'],
  ['rewind'],
  ['forward'],
  ['command', 'run', 'touch made.txt'],
];

it('H-01 H-09 a subfolder of a fresh clone is governed as its root is', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const deep = join(sandbox.workspace, 'src', 'deep');
  mkdirSync(deep, { recursive: true });
  const env = playing(sandbox, calling(write('src/deep/a.ts')));
  await runRook(sandbox, ['ask', '--yes', '--mode', 'allow', 'Do it'], { env, cwd: deep });
  expect([endsOf(sandbox), contentOf(sandbox, 'src/deep/a.ts')]).toEqual([['no_intent'], null]);
  expect(existsSync(join(deep, '.rook'))).toBe(false);
});

it.each(EFFECTS)('H-01 H-09 %s %s is refused in a folder inside a governed one', async (...words) => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const inner = join(sandbox.workspace, 'src');
  mkdirSync(inner);
  const env = playing(sandbox, calling(write('a.txt')));
  const named = await runRook(sandbox, [...words, '--json', '--workspace', inner], { env, input: reply });
  expect([named.code, errorOf(named).code]).toEqual([1, 'governed']);
  expect(errorOf(named).message).toContain(`--workspace ${sandbox.workspace}`);
  expect(existsSync(join(inner, '.rook'))).toBe(false);
  // What was left there once does not hide the folder above.
  mkdirSync(join(inner, '.rook'), { mode: 0o700 });
  const found = await runRook(sandbox, [...words, '--json'], { env, cwd: inner, input: reply });
  expect([found.code, errorOf(found).code]).toEqual([1, 'governed']);
  expect([contentOf(sandbox, 'src/a.txt'), contentOf(sandbox, 'src/made.txt')]).toEqual([null, null]);
});

it('H-01 H-09 reading goes on there, and says what is the case', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const inner = join(sandbox.workspace, 'src');
  mkdirSync(join(inner, '.rook'), { recursive: true, mode: 0o700 });
  for (const words of [['session', 'list'], ['changes'], ['journal', 'verify'], ['intent', 'list']])
    expect((await runRook(sandbox, words, { cwd: inner })).code).toBe(0);
  const listed = await runRook(sandbox, ['intent', 'list'], { cwd: inner });
  expect(listed.stderr).toContain(`This workspace is not governed. It lies inside ${sandbox.workspace}`);
  const diagnosed = await runRook(sandbox, ['diagnose'], { cwd: inner });
  expect(diagnosed.stdout).toContain(`Workspace: it lies inside ${sandbox.workspace}, which is governed`);
});

it('H-01 H-09 with governance off, and with intents of its own, work goes on there', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  const inner = join(sandbox.workspace, 'src');
  mkdirSync(inner);
  const words = ['apply', '-', '--workspace', inner];
  place(sandbox.userFile, '{"governance": "off"}');
  expect((await runRook(sandbox, words, { input: reply })).code).toBe(0);
  expect(contentOf(sandbox, 'src/a.txt')).toBe('a\n');
  place(sandbox.userFile, '{}');
  await runRook(sandbox, ['intent', 'new', 'INT-009', '--scope', '**', '--workspace', inner]);
  const own = replyText({ fileChanges: [{ path: 'b.txt', content: 'b\n' }] });
  const applied = await runRook(sandbox, [...words, '--intent', 'INT-009'], { input: own });
  expect([applied.code, contentOf(sandbox, 'src/b.txt')]).toEqual([0, 'b\n']);
});
