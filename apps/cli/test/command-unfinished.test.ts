import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { startRook } from './ask-rook.ts';
import { PLAIN, runCommand } from './command-rook.ts';
import { jsonOf, listAt, textAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, type Sandbox } from './sandbox.ts';

const LINE = 'echo new > made; sleep 613';

/** A command that has begun; whoever kills its process of Rook leaves it. */
async function begin(sandbox: Sandbox): Promise<ReturnType<typeof startRook>> {
  const rook = startRook(sandbox, ['command', 'run', LINE], { env: PLAIN });
  await vi.waitUntil(() => existsSync(join(sandbox.workspace, 'made')), { timeout: 15_000 });
  return rook;
}

async function leaveCommand(sandbox: Sandbox): Promise<void> {
  const rook = await begin(sandbox);
  rook.kill('SIGKILL');
  await rook.ended;
}

/** The last value of the lines that were printed. */
function lastOf(stdout: string): unknown {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
}

const SENTENCE = `\`${LINE}\` (c-`;

it('G-07 who only reads is told of a command that a killed rook left, until it is settled', async () => {
  const sandbox = makeSandbox();
  await leaveCommand(sandbox);
  const [changes, list, show] = [
    await runRook(sandbox, ['changes']),
    await runRook(sandbox, ['session', 'list']),
    await runRook(sandbox, ['session', 'show']),
  ];
  for (const { stderr, code } of [changes, list, show]) {
    expect([code, stderr]).toEqual([0, expect.stringContaining(SENTENCE)]);
    expect(stderr).toContain('`rook rewind` settles it before it asks anything');
  }
  expect(changes.stderr).not.toContain('No files were changed here yet.');
  expect(list.stdout).toContain('left a command unfinished');
  const output = await runRook(sandbox, ['command', 'output']);
  expect([output.code, output.stderr]).toEqual([1, expect.stringContaining(SENTENCE)]);
  const health = await runRook(sandbox, ['diagnose']);
  expect(health.stdout).toContain(`Commands: ${SENTENCE}`);

  await runRook(sandbox, ['rewind', '--yes'], { env: PLAIN });
  for (const words of [['changes'], ['session', 'list'], ['session', 'show'], ['diagnose']]) {
    const { stdout, stderr } = await runRook(sandbox, words);
    expect(`${stdout}${stderr}`).not.toContain('left unfinished');
  }
});

it('G-07 with --json it is a field or a value of its own, and all others are as they were', async () => {
  const sandbox = makeSandbox();
  await runCommand(sandbox, 'echo first');
  await leaveCommand(sandbox);
  const changes = await runRook(sandbox, ['changes', '--json']);
  const [told] = listAt(lastOf(changes.stdout), 'unfinished');
  expect(told).toMatchObject({ line: LINE });
  expect(told).toHaveProperty('since');
  const session = textAt(told, 'session');
  const shown = await runRook(sandbox, ['session', 'show', session, '--json']);
  expect(lastOf(shown.stdout)).toEqual({ unfinished: [told] });
  const lists = await runRook(sandbox, ['session', 'list', '--json']);
  const rows = lists.stdout
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(rows).toHaveLength(2);
  expect(rows.find((row) => textAt(row, 'id') === session)).toMatchObject({ unfinished: [told] });
  // Of what ended, all is told as before.
  const output = jsonOf(await runRook(sandbox, ['command', 'output', '--json']));
  expect(output).toMatchObject({ line: 'echo first', exitCode: 0, unfinished: [told] });
  const checks = listAt(jsonOf(await runRook(sandbox, ['diagnose', '--json'])), 'checks');
  expect(checks).toContainEqual(expect.objectContaining({ name: 'commands', state: 'warning' }));
  // It would sleep on.
  await runRook(sandbox, ['rewind', '--yes'], { env: PLAIN });
});

it('G-07 a command that still runs in its process is not called unfinished', async () => {
  const sandbox = makeSandbox();
  const rook = await begin(sandbox);
  const changes = await runRook(sandbox, ['changes']);
  expect(changes.stderr).toBe('No files were changed here yet.\n');
  rook.kill('SIGINT');
  await rook.ended;
});
