import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';

import { expect, it, vi } from 'vitest';

import { entriesOf, journalLines, startRook } from './ask-rook.ts';
import { isRunning, PLAIN, runCommand, runJson } from './command-rook.ts';
import { govern } from './intent-rook.ts';
import { errorOf, jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place } from './sandbox.ts';

it.each([
  ['true', 0],
  ['exit 7', 7],
  ['no_such_program_of_rook', 127],
  ['kill -SEGV $$', 139],
])('G-07 rook command run `%s` exits with %i, as the command does', async (command, code) => {
  expect((await runCommand(makeSandbox(), command)).code).toBe(code);
});

it('G-07 rook command run exits with 124 when the time is over, and leaves no orphan', async () => {
  const sandbox = makeSandbox();
  const end = await runCommand(
    sandbox,
    "setsid sh -c 'echo $$; exec sleep 60' & echo $$; sleep 60",
    '--timeout',
    '1',
  );
  expect(end.code).toBe(124);
  expect(end.stderr).toContain('took longer than 1 s');
  const ids = [...end.stdout.matchAll(/^\d+$/gmu)].map(([id]) => Number(id));
  expect(ids).toHaveLength(2);
  expect(ids.filter((id) => isRunning(id))).toEqual([]);
  const [ended] = entriesOf(journalLines(sandbox), 'command_ended');
  expect(ended).toMatchObject({ timed_out: true, exit_code: null, signal: 'SIGTERM', ended_by: 'timeout' });
});

it('G-07 rook command run says what it ended behind a command, also where that went well', async () => {
  const end = await runCommand(makeSandbox(), 'sleep 60 & echo started');
  expect([end.code, end.stdout]).toEqual([0, 'started\n']);
  expect(end.stderr).toContain('It left a process running, which was ended.');
  expect((await runCommand(makeSandbox(), 'sleep 0 & wait')).stderr).toBe('');
});

it('G-07 rook command run ends what waits for input, and says what to do', async () => {
  const end = await runCommand(makeSandbox(), 'echo Sure?; read answer');
  expect(end.stdout).toBe('Sure?\n');
  expect(end.stderr).toContain('It waited for input');
  expect(end.code).toBe(143);
});

it('G-08 rook command run shows each stream on its own, and journals both with how it ended', async () => {
  const sandbox = makeSandbox();
  const end = await runCommand(sandbox, 'echo out; echo err >&2; exit 3');
  expect([end.code, end.stdout]).toEqual([3, 'out\n']);
  expect(end.stderr).toContain('err\n');
  const lines = journalLines(sandbox);
  const types = lines.map((line) => textAt(JSON.parse(line), 'event_type'));
  expect(types).toEqual([
    'session_start',
    'message_admitted',
    'turn_started',
    'tool_call_requested',
    'tool_call_allowed',
    'command_started',
    'command_ended',
    'tool_call',
    'turn',
  ]);
  expect(entriesOf(lines, 'command_started')[0]).toMatchObject({
    command: 'echo out; echo err >&2; exit 3',
    cwd: '.',
  });
  expect(entriesOf(lines, 'command_ended')[0]).toMatchObject({
    exit_code: 3,
    signal: null,
    timed_out: false,
  });
  expect(textAt(entriesOf(lines, 'command_ended')[0], 'output')).toContain('err\n');
});

it('G-08 keeps all of a long output, and shows its beginning and its end', async () => {
  const sandbox = makeSandbox();
  const run = await runJson(sandbox, 'seq 1 20000');
  expect(valueAt(run, 'exitCode')).toBe(0);
  expect(textAt(run, 'output')).toMatch(/^1\n2\n[^]*left out here[^]*\n20000\n$/u);
  expect(textAt(run, 'output').length).toBeLessThanOrEqual(5 * 1024);
  const [ended] = entriesOf(journalLines(sandbox), 'command_ended');
  expect(valueAt(ended, 'whole', 'bytes')).toBe(108_894);
  const digits = textAt(ended, 'whole', 'blob').slice('sha256:'.length);
  expect(existsSync(join(sandbox.workspace, '.rook', 'blobs', digits.slice(0, 2), `${digits}.zst`))).toBe(
    true,
  );
});

it('G-08 keeps no secret that a command prints, neither in the journal nor in all of its output', async () => {
  const sandbox = makeSandbox();
  const key = ['AKIA', 'Q7ZP2LMXW4NDRT5V'].join('');
  await runJson(
    sandbox,
    `seq 1 3000; echo aws_access_key_id=${key.slice(0, 4)}''${key.slice(4)}; seq 1 3000`,
  );
  const [ended] = entriesOf(journalLines(sandbox), 'command_ended');
  const digits = textAt(ended, 'whole', 'blob').slice('sha256:'.length);
  const file = join(sandbox.workspace, '.rook', 'blobs', digits.slice(0, 2), `${digits}.zst`);
  const whole = zstdDecompressSync(readFileSync(file)).toString();
  expect(whole).toContain('aws_access_key_id=');
  expect(whole).not.toContain(key);
  expect(journalLines(sandbox).join('\n')).not.toContain(key);
});

it('G-08 says of an output that is no text what it is', async () => {
  const run = await runJson(makeSandbox(), 'head -c 3000 /dev/zero');
  expect(textAt(run, 'output')).toBe('[The output is no text: 3000 bytes.]');
});

it('G-07 rook command run runs several one after the other until one fails', async () => {
  const sandbox = makeSandbox();
  const end = await runRook(sandbox, ['command', 'run', 'echo a', 'exit 4', 'echo b', '--json'], {
    env: PLAIN,
  });
  expect(end.code).toBe(4);
  const runs = listAt(jsonOf(end), 'runs');
  expect(runs.map((run) => [valueAt(run, 'command'), valueAt(run, 'exitCode')])).toEqual([
    ['echo a', 0],
    ['exit 4', 4],
  ]);
});

it('G-07 Ctrl-C ends the whole tree, and rook command run exits with 130', async () => {
  const sandbox = makeSandbox();
  const rook = startRook(
    sandbox,
    ['command', 'run', "trap '' TERM INT; setsid sleep 60 & echo pid $!.; wait"],
    { env: PLAIN },
  );
  await rook.seen('.');
  rook.kill('SIGINT');
  const end = await rook.ended;
  expect(end.code).toBe(130);
  const id = Number(/pid (\d+)/u.exec(end.stdout)?.[1]);
  expect(isRunning(id)).toBe(false);
  expect(entriesOf(journalLines(sandbox), 'command_ended')[0]).toMatchObject({ ended_by: 'cancelled' });
  expect(entriesOf(journalLines(sandbox), 'turn')[0]).toMatchObject({ status: 'cancelled' });
});

it('G-18 a governed workspace wants an intent for a command, and mode safe refuses it; nothing is run', async () => {
  const sandbox = makeSandbox();
  govern(sandbox);
  mkdirSync(join(sandbox.workspace, 'src/auth'), { recursive: true });
  const refused = await runCommand(sandbox, 'touch src/auth/made', '--json');
  expect([refused.code, errorOf(refused).code]).toEqual([1, 'no_intent']);
  const safe = await runCommand(
    sandbox,
    'touch src/auth/made',
    '--json',
    '--intent',
    'INT-001',
    '--set',
    'mode=safe',
  );
  expect([safe.code, errorOf(safe).code]).toEqual([1, 'mode_forbids']);
  expect(existsSync(join(sandbox.workspace, 'src/auth/made'))).toBe(false);
  expect(entriesOf(journalLines(sandbox), 'command_started')).toEqual([]);
  expect((await runCommand(sandbox, 'touch src/auth/made', '--intent', 'INT-001')).code).toBe(0);
  expect(entriesOf(journalLines(sandbox), 'change_set_applied')[0]).toMatchObject({
    kind: 'by_command',
    intent_id: 'INT-001',
  });
});

it('G-19 a command sees the PATH of the login shell, and no secret of the environment', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.userHome, '.bash_profile'), 'export PATH="$PATH:/opt/from-login/bin" FROM_LOGIN=yes\n');
  const env = { ROOK_COMMANDS_SANDBOX: 'off', SHELL: '/bin/bash', SERVICE_TOKEN: 'hush', PLAIN_NAME: 'seen' };
  const words = ['command', 'run', 'echo "$PATH|$FROM_LOGIN|$SERVICE_TOKEN|$PLAIN_NAME|$ROOK_HOME|"'];
  const { stdout } = await runRook(sandbox, words, { env });
  expect(stdout).toMatch(/:\/opt\/from-login\/bin[^|]*\|yes\|\|seen\|\|\n$/u);
  place(join(sandbox.userHome, '.bash_profile'), 'exit 9\n');
  const broken = await runRook(sandbox, ['command', 'run', 'echo fine'], { env });
  expect([broken.code, broken.stdout]).toEqual([0, 'fine\n']);
  expect(broken.stderr).toContain('The login shell /bin/bash ended with 9');
});

it('G-07 runs in a folder of the workspace and in no other', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'sub', 'a.txt'), 'a\n');
  expect((await runCommand(sandbox, 'ls', '--cwd', 'sub')).stdout).toBe('a.txt\n');
  expect(errorOf(await runCommand(sandbox, 'ls', '--cwd', '..', '--json')).code).toBe('outside_workspace');
  expect(errorOf(await runCommand(sandbox, 'ls', '--cwd', 'none', '--json')).code).toBe('not_found');
});

it('G-07 the next start ends a command that a killed rook left, and says what is known of it', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'old.txt'), 'old\n');
  const rook = startRook(sandbox, ['command', 'run', 'echo $$ > id; echo changed > old.txt; sleep 600'], {
    env: PLAIN,
  });
  const file = join(sandbox.workspace, 'id');
  await vi.waitUntil(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), {
    timeout: 15_000,
  });
  await vi.waitUntil(() => readFileSync(join(sandbox.workspace, 'old.txt'), 'utf8') === 'changed\n', {
    timeout: 15_000,
  });
  const id = Number(readFileSync(file, 'utf8'));
  rook.kill('SIGKILL');
  await rook.ended;
  expect(isRunning(id)).toBe(true);
  const next = await runCommand(sandbox, 'echo next');
  expect([next.code, next.stdout]).toEqual([0, 'next\n']);
  expect(isRunning(id)).toBe(false);
  expect(next.stderr).toContain('It was still running, and was ended now.');
  const left = entriesOf(journalLines(sandbox), 'command_ended').find(
    (entry) => valueAt(entry, 'ended_by') === 'unknown',
  );
  expect(left).toMatchObject({ exit_code: null, signal: null });
  expect(textAt(left, 'output')).toMatch(/somebody else \(cs-\d+\): id \(new\), old\.txt \(changed\)\./u);
  const verified = jsonOf(await runRook(sandbox, ['journal', 'verify', '--json']));
  expect(listAt(verified, 'sessions').every((session) => valueAt(session, 'ok') === true)).toBe(true);
});
