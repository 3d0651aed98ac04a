import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { hasScript } from './approval-rook.ts';
import { entriesOf, journalLines, startRook } from './ask-rook.ts';
import { isRunning, PLAIN, runCommand } from './command-rook.ts';
import { errorOf, jsonOf, listAt, textAt } from './read-output.ts';
import { launcher, quote, runProgram, runRook } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

it('G-12 rook command run names the commands that were not run, in words and as JSON', async () => {
  const sandbox = makeSandbox();
  const words = ['command', 'run', 'echo a', 'exit 4', 'echo c', 'echo d'];
  const told = await runRook(sandbox, words, { env: PLAIN });
  expect([told.code, told.stdout]).toEqual([4, 'a\n']);
  expect(told.stderr).toContain('Not run, because `exit 4` failed: echo c\n');
  expect(told.stderr).toContain('Not run, because `exit 4` failed: echo d\n');
  const json = jsonOf(await runRook(sandbox, [...words, '--json'], { env: PLAIN }));
  expect(listAt(json, 'notRun')).toEqual(['echo c', 'echo d']);
  const whole = jsonOf(await runRook(sandbox, ['command', 'run', 'true', '--json'], { env: PLAIN }));
  expect(listAt(whole, 'notRun')).toEqual([]);
  const refused = await runRook(sandbox, ['command', 'run', 'true', 'a', 'ls', '--json', '--cwd', 'none'], {
    env: PLAIN,
  });
  expect(errorOf(refused).message).toContain('Not run either: a; ls');
});

it('G-03 what ran before a command that was refused is told, with what it changed', async () => {
  const sandbox = makeSandbox();
  const words = ['command', 'run', 'echo x > made.txt; echo done', 'touch .env', 'ls'];
  const told = await runRook(sandbox, words, { env: PLAIN });
  expect([told.code, told.stdout]).toEqual([1, 'done\n']);
  expect(told.stderr).toContain('made.txt (new)');
  expect(told.stderr).toContain('--yes-protected');
  expect(told.stderr).toContain('Not run either: ls');
  const end = await runRook(sandbox, [...words, '--json'], { env: PLAIN });
  const [first = '', last = ''] = end.stdout.split('\n');
  const json: unknown = JSON.parse(first);
  expect(end.code).toBe(1);
  expect(listAt(json, 'runs')).toMatchObject([{ exitCode: 0, output: 'done\n' }]);
  expect(listAt(json, 'notRun')).toEqual(['touch .env', 'ls']);
  expect(errorOf({ ...end, stdout: `${last}\n` }).code).toBe('approval_needed');
});

it('G-10 a person is told nothing that is meant for the model', async () => {
  const sandbox = makeSandbox();
  const made = await runCommand(sandbox, 'echo x > made.txt; (sleep 60 &) ; exit 1');
  expect(made.stderr).toContain('made.txt (new).\n');
  expect(made.stderr).toContain('It left a process running, which was ended.');
  expect(made.stderr).not.toMatch(/before you edit|in the background/u);
  const late = await runCommand(sandbox, 'sleep 60', '--timeout', '1');
  expect(late.stderr).toContain('--timeout');
  expect(late.stderr).not.toContain('background');
});

/** The bytes that a shell finds in a file behind `>`. */
async function redirected(sandbox: Sandbox, ...words: readonly string[]): Promise<Buffer> {
  const file = join(sandbox.folder, 'redirected');
  const line = [process.execPath, launcher, ...words].map(quote).join(' ');
  const env = { ...sandbox.env, ...PLAIN };
  await runProgram('/bin/sh', ['-c', `${line} > ${quote(file)}`], { env, cwd: sandbox.workspace });
  return readFileSync(file);
}

it('G-08 a file behind rook command run and rook command output gets the bytes as they are', async () => {
  const sandbox = makeSandbox();
  const bytes = Buffer.from(Array.from({ length: 300 }, (_one, index) => (index * 7) % 256));
  place(join(sandbox.workspace, 'bytes'), bytes);
  expect(await redirected(sandbox, 'command', 'run', 'cat bytes')).toEqual(bytes);
  expect(await redirected(sandbox, 'command', 'output')).toEqual(bytes);
  const line = String.raw`printf 'a\r\n\033[1mb\033[0m\tc'`;
  expect((await redirected(sandbox, 'command', 'run', line)).toString()).toBe('a\r\n\u001B[1mb\u001B[0m\tc');
  expect((await redirected(sandbox, 'command', 'output')).toString()).toBe('a\r\n\u001B[1mb\u001B[0m\tc');
});

it.skipIf(!hasScript)('G-08 a screen still obeys nothing that a command prints', async () => {
  const sandbox = makeSandbox();
  const line = String.raw`printf 'a\033]0;title\007b\n'`;
  const end = await startRook(sandbox, ['command', 'run', line], { env: PLAIN, onTerminal: true }).ended;
  expect(end.stdout).toContain(']0;title');
  expect(end.stdout).not.toContain('\u001B]0;');
});

it('E-16 rook rewind and rook changes take the last part of an id, and say the same of one that is not there', async () => {
  const sandbox = makeSandbox();
  await runCommand(sandbox, 'echo x > made.txt');
  const id = textAt(jsonOf(await runRook(sandbox, ['changes', '--json'])), 'id');
  for (const unknown of ['nope', 'cs-1000000000000']) {
    const [changes, rewind] = [
      await runRook(sandbox, ['changes', unknown, '--json']),
      await runRook(sandbox, ['rewind', unknown, '--json', '--yes']),
    ];
    expect(errorOf(rewind)).toEqual(errorOf(changes));
    expect([changes.code, rewind.code, errorOf(rewind).code]).toEqual([1, 1, 'not_found']);
  }
  expect(errorOf(await runRook(sandbox, ['rewind', '', '--json', '--yes'])).code).toBe('usage');
  expect(errorOf(await runRook(sandbox, ['rewind', id, '--session', 'none', '--json'])).code).toBe(
    'not_found',
  );
  const part = id.slice(-6);
  expect(textAt(jsonOf(await runRook(sandbox, ['changes', part, '--json'])), 'id')).toBe(id);
  const rewound = await runRook(sandbox, ['rewind', part, '--json', '--yes']);
  expect(rewound, rewound.stdout).toMatchObject({ code: 0 });
  expect(existsSync(join(sandbox.workspace, 'made.txt'))).toBe(false);
});

it('E-16 after --partial only what nobody has the bytes of is left, and counts for nothing', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'large'), Buffer.alloc(9 * 1024 * 1024, 1));
  place(join(sandbox.workspace, 'small'), 'old\n');
  await runCommand(sandbox, 'echo new > small; head -c 9500000 /dev/zero > large');
  expect((await runRook(sandbox, ['rewind', '--partial', '--yes'])).code).toBe(0);
  expect(readFileSync(join(sandbox.workspace, 'small'), 'utf8')).toBe('old\n');
  const next = await runRook(sandbox, ['rewind', '--yes', '--json']);
  expect(errorOf(next).message).toContain('There is nothing to rewind');
});

const SYSTEM_NODE = '/usr/bin/node';
const isOld = Number(/^v(\d+)/u.exec(runTool(SYSTEM_NODE, '--version').stdout)?.[1] ?? 24) < 24;

it.skipIf(!isOld)('G-07 a launcher that is killed leaves neither Rook nor its command behind', async () => {
  const sandbox = makeSandbox();
  const { promise: started, resolve } = Promise.withResolvers<(signal: NodeJS.Signals) => void>();
  const words = ['command', 'run', 'echo $$ $PPID > id; sleep 600', '--timeout', '900'];
  const ended = runRook(sandbox, words, {
    env: PLAIN,
    node: SYSTEM_NODE,
    started: (_id, kill) => resolve(kill),
  });
  const file = join(sandbox.workspace, 'id');
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), {
    timeout: 15_000,
  });
  const ids = readFileSync(file, 'utf8').trim().split(' ').map(Number);
  expect(ids.map((id) => isRunning(id))).toEqual([true, true]);
  (await started)('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
  await vi.waitUntil(() => ids.every((id) => !isRunning(id)), { timeout: 15_000 });
  const [end] = entriesOf(journalLines(sandbox), 'command_ended');
  expect(end).toMatchObject({ ended_by: 'cancelled' });
});
