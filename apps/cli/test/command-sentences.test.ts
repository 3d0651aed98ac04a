import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { entriesOf, journalLines, playing, saying, startRook } from './ask-rook.ts';
import { PLAIN, runCommand } from './command-rook.ts';
import { runRook, type End } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** What the model says after one command after the other. */
async function supervise(
  sandbox: Sandbox,
  verdicts: readonly object[],
  ...commands: readonly string[]
): Promise<End> {
  const answers = verdicts.map((verdict) => saying(JSON.stringify(verdict)));
  const steps = answers.map((answer, index) => ({ match: { lastUser: `Command ${index + 1}/` }, answer }));
  const env = { ...playing(sandbox, { steps }), ...PLAIN, ROOK_COMMANDS_AUTO: 'true' };
  return runRook(sandbox, ['command', 'run', ...commands, '--supervise'], { env });
}

const REFUSED = { decision: 'replace', command: 'rm kept.txt' };

it('G-12 a command whose replacement was refused is named as not run, and the exit code says that something is left', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'kept.txt'), 'kept');
  const stop = { decision: 'stop', reason: 'Enough.' };
  const end = await supervise(sandbox, [REFUSED, stop], 'true', 'echo mine');
  expect(end.code).toBe(1);
  expect(end.stdout).toContain('The model stopped it: Enough.\nNot run: echo mine');
  expect(end.stdout).not.toContain('--yes');
  expect(end.stdout).toContain('let the user run it: what they type themselves is their decision');
  expect(entriesOf(journalLines(sandbox), 'batch_ended')).toMatchObject([{ left: ['echo mine'] }]);
});

it('G-12 what was refused in the place of the last command can be replaced again, and then nothing is left', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'kept.txt'), 'kept');
  const other = { decision: 'replace', command: 'ls' };
  const end = await supervise(sandbox, [REFUSED, other], 'true', 'echo mine');
  expect([end.code, end.stdout.includes('Not run')]).toEqual([0, false]);
  expect(entriesOf(journalLines(sandbox), 'batch_ended')).toMatchObject([{ ended_by: 'done', left: [] }]);
});

it('G-12 a command of the user that is refused is left too', async () => {
  const sandbox = makeSandbox();
  const go = { decision: 'continue' };
  const end = await supervise(sandbox, [go, go], 'true', 'echo s > .env', 'true');
  expect([end.code, end.stdout]).toEqual([1, expect.stringContaining('Not run: echo s > .env')]);
  expect(end.stdout).toContain('let the user call this again with --yes-protected');
});

it('G-21 a person who typed a command is told what they can do where nobody can be asked', async () => {
  const sandbox = makeSandbox();
  const end = await runCommand(sandbox, 'echo s2 > .env');
  expect([end.code, existsSync(join(sandbox.workspace, '.env'))]).toEqual([1, false]);
  expect(end.stderr).toContain(
    'nothing was done. Call it again with --yes-protected, or in a terminal and without --json, where you are asked.',
  );
  expect(end.stderr).not.toContain('let the user');
});

it('G-08 what was not run because of Ctrl-C is said to be cancelled, not failed', async () => {
  const sandbox = makeSandbox();
  const rook = startRook(sandbox, ['command', 'run', 'touch begun; sleep 617', 'echo never'], { env: PLAIN });
  await vi.waitUntil(() => existsSync(join(sandbox.workspace, 'begun')), { timeout: 15_000 });
  rook.kill('SIGINT');
  const { code, stderr } = await rook.ended;
  expect(code).toBe(130);
  expect(stderr).toContain('Not run, because `touch begun; sleep 617` was cancelled: echo never');
});

it('G-07 a folder outside of the workspace is refused, and not called one of it', async () => {
  const sandbox = makeSandbox();
  const end = await runCommand(sandbox, 'true', '--cwd', '/etc');
  expect([end.code, end.stdout]).toEqual([1, '']);
  expect(end.stderr).not.toContain('of the workspace:');
});

it('G-06 rook command check --batch judges a line from the folder that it names', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'd/e/a'), 'a');
  const lines = [{ cwd: 'e' }, { cwd: '../..' }, { cwd: 7 }, {}].map((more) =>
    JSON.stringify({ command: 'cat ../../x', ...more }),
  );
  const start = { input: lines.join('\n'), cwd: join(sandbox.workspace, 'd') };
  const words = ['command', 'check', '--batch', '--json', '--workspace', sandbox.workspace];
  const { stdout } = await runRook(sandbox, words, start);
  const told = stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(told).toMatchObject([
    { cwd: 'd/e', verdict: 'allow' },
    { error: { code: 'outside_workspace' } },
    { error: { code: 'invalid_input' } },
    { cwd: 'd', verdict: 'ask' },
  ]);
  expect(stdout).toContain('Line 2: cwd names ..');
  expect(stdout).toContain('as its cwd');
});
