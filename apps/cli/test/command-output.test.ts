import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { hasScript } from './approval-rook.ts';
import { entriesOf, journalLines, playing, startRook } from './ask-rook.ts';
import { PLAIN, runCommand } from './command-rook.ts';
import { errorOf, jsonOf, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';
import { step, working } from './web-page.ts';

const PATIENT = 120_000;
const output = async (sandbox: Sandbox, ...words: readonly string[]) =>
  runRook(sandbox, ['command', 'output', ...words], { env: PLAIN });

it(
  'G-08 keeps every byte of an output of 60 MB, and shows all of it again',
  async () => {
    const sandbox = makeSandbox();
    // Numbers that no packing makes much smaller would take long; these have no line twice.
    const ran = await runRook(sandbox, ['command', 'run', 'seq 1 7600000', '--json'], { env: PLAIN });
    expect(ran.code).toBe(0);
    const [ended] = entriesOf(journalLines(sandbox), 'command_ended');
    const hash = createHash('sha256');
    let bytes = 0;
    for (let number = 1; number <= 7_600_000; number += 100_000) {
      const lines = Array.from({ length: 100_000 }, (_line, index) => `${number + index}\n`).join('');
      hash.update(lines);
      bytes += lines.length;
    }
    expect(valueAt(ended, 'whole')).toEqual({ blob: `sha256:${hash.digest('hex')}`, bytes });
    const file = join(sandbox.folder, 'all.txt');
    const written = await output(sandbox, '--output', file);
    expect([written.code, written.stderr]).toEqual([0, expect.stringContaining(`${bytes} bytes`)]);
    expect(`sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`).toBe(
      valueAt(ended, 'whole', 'blob'),
    );
  },
  PATIENT,
);

it('G-08 rook command output shows the last command or the one that is named, and says when there is none', async () => {
  const sandbox = makeSandbox();
  const none = await output(sandbox);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('No command has ended')]);
  await runCommand(sandbox, 'seq 1 5000');
  await runCommand(sandbox, 'printf "red \\033[31m\\n"; echo last >&2');
  expect((await output(sandbox)).stdout).toBe('red \u001B[31m\nlast\n');
  const first = entriesOf(journalLines(sandbox), 'command_ended').find(
    (entry) => valueAt(entry, 'whole', 'bytes') === 23_893,
  );
  const id = textAt(first, 'command_id');
  const named = await output(sandbox, id.slice(-8));
  expect(named.stdout).toBe(Array.from({ length: 5000 }, (_line, index) => `${index + 1}\n`).join(''));
  const told = jsonOf(await output(sandbox, id, '--json'));
  expect(told).toMatchObject({ command: id, line: 'seq 1 5000', exitCode: 0, bytes: 23_893, binary: false });
  const shown = await runRook(sandbox, ['session', 'show', textAt(told, 'session')]);
  expect(shown.stdout).toContain(`command_started  ${id} seq 1 5000`);
  const wrong = await output(sandbox, 'c-0', '--json');
  expect([wrong.code, errorOf(wrong)]).toEqual([1, expect.objectContaining({ code: 'not_found' })]);
});

it.skipIf(!hasScript)(
  'G-08 rook command output shows no screen what is no text, nor what it would obey',
  async () => {
    const sandbox = makeSandbox();
    const onScreen = async (): Promise<string> =>
      (await startRook(sandbox, ['command', 'output'], { env: PLAIN, onTerminal: true }).ended).stdout;
    await runCommand(sandbox, 'printf "red \\033[31m\\n"');
    expect(await onScreen()).toContain('red \u241B[31m');
    await runCommand(sandbox, 'head -c 3000 /dev/zero');
    expect(await onScreen()).toContain('--output FILE');
  },
);

it('G-08 rook command output writes bytes that are no text, and replaces no file unless told', async () => {
  const sandbox = makeSandbox();
  await runCommand(sandbox, 'head -c 3000 /dev/zero');
  const piped = await output(sandbox);
  expect([piped.code, piped.stdout]).toEqual([0, '\0'.repeat(3000)]);
  const file = join(sandbox.folder, 'zeros');
  place(file, 'mine');
  expect((await output(sandbox, '--output', file)).stderr).toContain('--force');
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await output(sandbox, '--output', file, '--force')).code).toBe(0);
  expect(readFileSync(file)).toEqual(Buffer.alloc(3000));
});

it('G-08 rook command output shows what the journal has where the rest is gone, and says so', async () => {
  const sandbox = makeSandbox();
  await runCommand(sandbox, 'seq 1 20000');
  rmSync(join(sandbox.workspace, '.rook', 'blobs'), { recursive: true });
  const end = await output(sandbox);
  expect([end.code, end.stderr]).toEqual([0, expect.stringContaining('only this is kept')]);
  expect(end.stdout).toMatch(/^1\n2\n[^]*left out here[^]*\n20000\n/u);
  expect((await output(sandbox, '--output', join(sandbox.folder, 'none'))).stderr).toContain(
    'not kept any more',
  );
});

it(
  'G-08 G-10 the model reads any part of an output that is too long for memory',
  async () => {
    const sandbox = makeSandbox();
    const script = working(step('run it', 'execute_command', { command: 'seq 1000000 1999999' }), {
      ...step('run it', 'read_result', { result: createResultName(), start: 8 * 700_000 }),
      match: { lastUser: 'run it', toolResult: 'execute_command' },
    });
    const asked = await runRook(sandbox, ['ask', 'run it', '--json'], {
      env: { ...playing(sandbox, script), ...PLAIN, ROOK_MODE: 'allow' },
    });
    expect(asked.code).toBe(0);
    const results = entriesOf(journalLines(sandbox), 'tool_call').map((entry) =>
      textAt(entry, 'result', 'reply'),
    );
    expect(results[0]).toContain(`read_result with {"result": "${createResultName()}"}`);
    expect(results[1]).toMatch(/^\(characters 5600000-\d+ of 8000000 of the result/u);
    expect(results[1]).toContain('\n1700000\n1700001\n');
  },
  PATIENT,
);

/** As the engine names it: by the hash of all that is printed. */
function createResultName(): string {
  const hash = createHash('sha256');
  for (let number = 1_000_000; number < 2_000_000; number += 1) hash.update(`${number}\n`);
  return hash.digest('hex').slice(0, 12);
}
