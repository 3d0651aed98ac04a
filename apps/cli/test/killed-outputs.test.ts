import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { entriesOf, journalLines, playing, stalling, startRook } from './ask-rook.ts';
import { isRunning, PLAIN, runCommand } from './command-rook.ts';
import { textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';
import { step } from './web-page.ts';

// Each starts several processes one after the other.
vi.setConfig({ testTimeout: 120_000 });

/** All files below the workspace's own folder. */
function ownFiles({ workspace }: Sandbox): readonly string[] {
  const folder = join(workspace, '.rook');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}

/** What is kept of outputs beside the journals; nothing of it may stay there. */
function leftOutputs(sandbox: Sandbox): readonly string[] {
  return ownFiles(sandbox).filter((path) => path.includes('/output-'));
}

function noted(sandbox: Sandbox): string {
  const note = leftOutputs(sandbox).find((path) => /\/output-[^./]+$/u.test(path));
  return note === undefined ? '' : readFileSync(note, 'utf8');
}

/** Kills the process of Rook when this was noted of what its command printed; the command goes on until it is ended. */
async function killWhenNoted(
  sandbox: Sandbox,
  rook: ReturnType<typeof startRook>,
  text: string,
): Promise<void> {
  await vi.waitUntil(() => noted(sandbox).includes(text), { timeout: 60_000 });
  rook.kill('SIGKILL');
  await rook.ended;
  expect(isRunning(Number(readFileSync(join(sandbox.workspace, 'id'), 'utf8')))).toBe(true);
}

async function killDuring(sandbox: Sandbox, command: string, text: string): Promise<void> {
  const line = `echo $$ > id; ${command}; sleep 611`;
  await killWhenNoted(sandbox, startRook(sandbox, ['command', 'run', line], { env: PLAIN }), text);
}

/** The ends of commands of which nobody knows how they ended. */
function leftEnds(sandbox: Sandbox): readonly unknown[] {
  const ends = entriesOf(journalLines(sandbox), 'command_ended');
  return ends.filter((end) => valueAt(end, 'ended_by') === 'unknown');
}

async function outputOf(sandbox: Sandbox, end: unknown, ...words: readonly string[]) {
  return runRook(sandbox, ['command', 'output', textAt(end, 'command_id'), ...words], { env: PLAIN });
}

const MORE = 'What it had printed when that was last noted is kept; there may have been more.';

it('G-08 G-07 keeps what was printed before Rook was killed, and shows it wherever outputs are shown', async () => {
  const sandbox = makeSandbox();
  await killDuring(sandbox, 'echo one; sleep 0.1; echo two >&2', 'one\ntwo\n');
  const next = await runCommand(sandbox, 'true');
  expect(next.stderr).toContain(MORE);
  const [end, ...others] = leftEnds(sandbox);
  expect(others).toEqual([]);
  expect([valueAt(end, 'exit_code'), valueAt(end, 'signal')]).toEqual([null, null]);
  expect(textAt(end, 'output')).toMatch(/^\[The process of Rook ended[^]*have been more\.\]\none\ntwo\n$/u);
  expect(valueAt(end, 'whole', 'bytes')).toBe(8);
  const shown = await outputOf(sandbox, end);
  expect([shown.code, shown.stdout]).toEqual([0, 'one\ntwo\n']);
  expect(shown.stderr).toContain('there may have been more');
  const told = await outputOf(sandbox, end, '--json');
  expect(JSON.parse(told.stdout)).toMatchObject({ bytes: 8, exitCode: null, endedBy: 'unknown' });
  const session = await runRook(sandbox, ['session', 'show', textAt(end, 'session_id')]);
  expect(session.stdout).toContain('    one\n    two\n');
  expect(leftOutputs(sandbox)).toEqual([]);
  expect((await runRook(sandbox, ['journal', 'verify'])).code).toBe(0);
});

it('G-08 G-07 all of a long output is found: what was on the disk, and behind it what was noted', async () => {
  const sandbox = makeSandbox();
  await killDuring(sandbox, 'seq 1 3000000', '2999999\n3000000\n');
  expect(leftOutputs(sandbox)).toHaveLength(2);
  await runCommand(sandbox, 'true');
  const [end] = leftEnds(sandbox);
  const all = Array.from({ length: 3_000_000 }, (_line, index) => `${index + 1}\n`).join('');
  expect(valueAt(end, 'whole')).toEqual({
    blob: `sha256:${createHash('sha256').update(all).digest('hex')}`,
    bytes: all.length,
  });
  const file = join(sandbox.folder, 'all.txt');
  expect((await outputOf(sandbox, end, '--output', file)).code).toBe(0);
  expect(readFileSync(file, 'utf8') === all).toBe(true);
  expect(textAt(end, 'output')).toMatch(/1\n2\n[^]*left out here[^]*\n3000000\n$/u);
  expect(leftOutputs(sandbox)).toEqual([]);
});

it('G-08 N-20 nothing of a secret that is cut at the moment of the kill is written anywhere', async () => {
  const sandbox = makeSandbox();
  // The line itself has no piece of it.
  const command = [
    'token=$(printf seed | sha256sum | head -c 36)',
    'half=$(printf %s "$token" | head -c 20)',
    String.raw`printf 'ghp_%s\nstart\nghp_%s' "$token" "$half"`,
  ].join('; ');
  await killDuring(sandbox, command, 'start\n');
  const piece = createHash('sha256').update('seed').digest('hex').slice(0, 8);
  const leaks = (): readonly string[] =>
    ownFiles(sandbox).filter((path) => readFileSync(path, 'latin1').includes(piece));
  expect(noted(sandbox)).toContain('[redacted: github-token]\nstart\n');
  expect(leaks()).toEqual([]);
  await runCommand(sandbox, 'true');
  expect(leaks()).toEqual([]);
  const [end] = leftEnds(sandbox);
  expect((await outputOf(sandbox, end)).stdout).toBe('[redacted: github-token]\nstart\n');
});

it('G-08 G-07 keeps what a command in the background printed before Rook was killed', async () => {
  const sandbox = makeSandbox();
  const line = 'echo $$ > id; echo ready; sleep 611';
  const script = {
    steps: [step('serve', 'execute_command', { command: line, background: true })],
    ...stalling('It runs.'),
  };
  const env = { ...playing(sandbox, script), ...PLAIN, ROOK_MODE: 'allow' };
  await killWhenNoted(sandbox, startRook(sandbox, ['ask', 'serve'], { env }), 'ready\n');
  await runCommand(sandbox, 'true');
  const [end] = leftEnds(sandbox);
  const started = entriesOf(journalLines(sandbox), 'command_started').find(
    (entry) => valueAt(entry, 'command_id') === valueAt(end, 'command_id'),
  );
  expect(valueAt(started, 'background')).toBe(true);
  expect((await outputOf(sandbox, end)).stdout).toBe('ready\n');
  expect(leftOutputs(sandbox)).toEqual([]);
});

it('G-08 G-07 a note that is cut counts for nothing, and that is said', async () => {
  const sandbox = makeSandbox();
  await killDuring(sandbox, 'echo one', 'one\n');
  const [note = ''] = leftOutputs(sandbox);
  writeFileSync(note, readFileSync(note).subarray(0, -1));
  const next = await runCommand(sandbox, 'true');
  expect(next.stderr).toContain('What it printed, if anything, is not known.');
  const [end] = leftEnds(sandbox);
  expect(valueAt(end, 'whole')).toBe(undefined);
  expect(textAt(end, 'output')).not.toContain('one\n');
  expect(leftOutputs(sandbox)).toEqual([]);
});

it('G-08 nothing of an output stays beside the journal when a command came to its end', async () => {
  const sandbox = makeSandbox();
  await runCommand(sandbox, 'seq 1 300000; sleep 1; echo more; sleep 1.5');
  await runCommand(sandbox, 'echo one; exit 3');
  await runCommand(sandbox, 'true');
  expect(leftOutputs(sandbox)).toEqual([]);
  expect(entriesOf(journalLines(sandbox), 'command_ended')).toHaveLength(3);
});
