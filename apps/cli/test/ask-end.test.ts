import { chmodSync, chownSync, mkdirSync } from 'node:fs';

import { expect, it } from 'vitest';

import { entriesOf, journalLines, linesOf, playing, saying, stalling, startRook } from './ask-rook.ts';
import { jsonOf, textAt, valueAt } from './read-output.ts';
import { launcher, quote, runProgram, runRook } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const OTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;
const rook = `${quote(process.execPath)} ${quote(launcher)}`;

async function expectWhole(sandbox: Sandbox): Promise<void> {
  const verified = jsonOf(await runRook(sandbox, ['journal', 'verify', '--json']));
  expect(valueAt(verified, 'sessions', 0, 'ok')).toBe(true);
}

it('B-06 C-22 Ctrl-C cancels the turn, keeps what there is and says so', async () => {
  const sandbox = makeSandbox();
  const live = startRook(sandbox, ['ask', 'Hi'], { env: playing(sandbox, stalling('Half of')) });
  await live.seen('Half of');
  live.kill('SIGINT');
  const end = await live.ended;
  expect(end).toMatchObject({ code: 130, signal: null, stdout: 'Half of\n' });
  expect(end.stderr).toContain('Cancelling');
  expect(end.stderr).toMatch(/rook: The turn was cancelled; what there is of it is kept in rook-/);
  const [turn] = entriesOf(journalLines(sandbox), 'turn');
  expect([textAt(turn, 'status'), textAt(turn, 'assistant', 'text')]).toEqual(['cancelled', 'Half of']);
  // Nobody said what it used: what came counts, and it is told that this is the most.
  expect(valueAt(turn, 'usage', 'estimated')).toBe(true);
  expect(valueAt(turn, 'usage', 'output_tokens')).toBeLessThan(10);
  expect(valueAt(entriesOf(journalLines(sandbox), 'answer_received')[0], 'usage', 'estimated')).toBe(true);
  expect(end.stderr).toMatch(/^at most [\d,]+ tokens in, \d out, /m);
  await expectWhole(sandbox);
});

it('B-06 Ctrl-C twice ends at once, and the journal is whole', async () => {
  const sandbox = makeSandbox();
  const live = startRook(sandbox, ['ask', 'Hi'], { env: playing(sandbox, stalling('Half of')) });
  await live.seen('Half of');
  live.kill('SIGINT');
  live.kill('SIGINT');
  const { code, signal } = await live.ended;
  // A shell says 130 for both.
  expect(code === 130 || signal === 'SIGINT').toBe(true);
  await expectWhole(sandbox);
});

it('B-06 with --json a cancelled turn ends with its entries and the failure', async () => {
  const sandbox = makeSandbox();
  const live = startRook(sandbox, ['ask', '--json', 'Hi'], { env: playing(sandbox, stalling('Half of')) });
  await live.seen('turn_started');
  live.kill('SIGINT');
  const end = await live.ended;
  expect(end).toMatchObject({ code: 130, stderr: '' });
  const lines = linesOf(end.stdout);
  expect(textAt(JSON.parse(lines.at(-1) ?? ''), 'error', 'code')).toBe('cancelled');
  expect(lines.slice(0, -1)).toEqual(journalLines(sandbox));
});

it.each(['SIGTERM', 'SIGHUP'] as const)('B-06 %s ends the turn properly', async (signal) => {
  const sandbox = makeSandbox();
  const live = startRook(sandbox, ['ask', 'Hi'], { env: playing(sandbox, stalling('Half of')) });
  await live.seen('Half of');
  live.kill(signal);
  expect(await live.ended).toMatchObject({ code: 130, signal: null });
  expect(textAt(entriesOf(journalLines(sandbox), 'turn')[0], 'status')).toBe('cancelled');
  await expectWhole(sandbox);
});

it('T-15 a reader that has seen enough ends the turn properly, and is no failure', async () => {
  const sandbox = makeSandbox();
  const words = Array.from({ length: 2000 }, (_unused, index) => `line ${index}`).join('\n');
  const answer = { events: [{ kind: 'text', text: words, pieceLength: 40, delayMilliseconds: 1 }] } as const;
  const env = { ...sandbox.env, ...playing(sandbox, { default: { events: [...answer.events] } }) };
  const typed = `${rook} ask Hi 2>/dev/null </dev/null | head -1; echo "\${PIPESTATUS[0]}"`;
  const end = await runProgram('bash', ['--norc', '-c', typed], { env, cwd: sandbox.workspace });
  expect(end.stdout).toBe('line 0\n0\n');
  const asJson = `${rook} ask --continue --json Hi </dev/null | true; echo "\${PIPESTATUS[0]}"`;
  const unread = await runProgram('bash', ['--norc', '-c', asJson], { env, cwd: sandbox.workspace });
  expect(unread).toMatchObject({ stdout: '0\n', stderr: '' });
  expect(textAt(entriesOf(journalLines(sandbox), 'turn')[0], 'status')).toBe('cancelled');
  await expectWhole(sandbox);
});

it('I-20 a turn that was killed is closed as crashed by the next call, which works and says so', async () => {
  const sandbox = makeSandbox();
  const live = startRook(sandbox, ['ask', 'Hi'], { env: playing(sandbox, stalling('Half of')) });
  await live.seen('Half of');
  live.kill('SIGKILL');
  await live.ended;
  const env = playing(sandbox, { default: saying('Again.') });
  const end = await runRook(sandbox, ['ask', '--continue', 'Go on'], { env });
  expect(end).toMatchObject({ code: 0, stdout: 'Again.\n' });
  expect(end.stderr).toContain('crashed');
  const statuses = entriesOf(journalLines(sandbox), 'turn').map((turn) => textAt(turn, 'status'));
  expect(statuses).toEqual(['crashed', 'completed']);
  await expectWhole(sandbox);
});

it('I-14 a session that is in use is told, with exit code 1', async () => {
  const sandbox = makeSandbox();
  const live = startRook(sandbox, ['ask', 'Hi'], { env: playing(sandbox, stalling('Half of')) });
  await live.seen('Half of');
  const env = playing(sandbox, { default: saying('no') });
  const end = await runRook(sandbox, ['ask', '--continue', '--json', 'Me too'], { env });
  expect(end.code).toBe(1);
  expect(textAt(JSON.parse(linesOf(end.stdout).at(-1) ?? ''), 'error', 'code')).toBe('session_in_use');
  live.kill('SIGINT');
  await live.ended;
});

it.skipIf(!isRoot)('B-31 a workspace that may not be written to is told in one sentence', async () => {
  const sandbox = makeSandbox();
  const env = playing(sandbox, { default: saying('ok') });
  mkdirSync(sandbox.rookHome, { mode: 0o700 });
  chownSync(sandbox.rookHome, OTHER_USER, OTHER_USER);
  for (const folder of [sandbox.folder, sandbox.workspace]) chmodSync(folder, 0o755);
  chmodSync(env['ROOK_SCRIPT'] ?? '', 0o644);
  const end = await runRook(sandbox, ['ask', 'Hi'], { env, user: OTHER_USER });
  expect(end).toMatchObject({ code: 1, stdout: '' });
  expect(linesOf(end.stderr)).toEqual([expect.stringMatching(/^rook: .+[.]$/)]);
  expect(end.stderr).toContain(`Make ${sandbox.workspace} writable for you`);
  expect(end.stderr).toContain('--workspace');
});
