import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { startRook } from './ask-rook.ts';
import { PLAIN } from './command-rook.ts';
import { jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

async function appears(path: string): Promise<unknown> {
  return vi.waitUntil(() => existsSync(path), { timeout: 15_000 });
}

/** As a line of the shell. */
function wait(path: string): string {
  return `while [ ! -e ${path} ]; do sleep 0.05; done`;
}

/** Two commands at once in two processes: the first begins and ends first, and finds what the second one made meanwhile. */
async function runBeside(sandbox: Sandbox, ...flags: readonly string[]) {
  const outside = (name: string): string => join(sandbox.folder, name);
  // What lies outside of the workspace is no business of the gate's where a script names it.
  const start = (name: string) =>
    startRook(sandbox, ['command', 'run', `sh ${name}`, ...flags], { env: PLAIN });
  const script = (name: string, line: string): void => place(join(sandbox.workspace, name), line);
  script('first.sh', `touch ${outside('begun')}; ${wait('b2')}; echo a > a1`);
  script('second.sh', `echo b > b1; echo c > b2; ${wait(outside('end'))}`);
  const first = start('first.sh');
  await appears(outside('begun'));
  const second = start('second.sh');
  const one = await first.ended;
  place(outside('end'), '');
  return { one, other: await second.ended };
}

it('E-16 a command whose work stands in the change set of another that ran in the same time says so, by its id', async () => {
  const sandbox = makeSandbox();
  const { one, other } = await runBeside(sandbox);
  const [, id = ''] =
    /Files that changed while it ran \((cs-\d+)\): a1 \(new\), b1 \(new\), b2 \(new\)/u.exec(one.stderr) ??
    [];
  expect(id).not.toBe('');
  expect(other.code).toBe(0);
  expect(other.stderr).toContain(`Files that changed while it ran are recorded in ${id} of rook-`);
  expect(other.stderr).toContain('by a command that ran in the same time: a1, b1, b2.');
});

it('E-16 with --json it is among the notes, and there is no change set', async () => {
  const sandbox = makeSandbox();
  const { one, other } = await runBeside(sandbox, '--json');
  const [run] = listAt(jsonOf(other), 'runs');
  expect(valueAt(run, 'changeSet')).toBe(null);
  const id = textAt(listAt(jsonOf(one), 'runs')[0], 'changeSet');
  expect(listAt(run, 'notes')).toContainEqual(expect.stringContaining(`recorded in ${id}`));
  const shown = await runRook(sandbox, ['changes', '--json']);
  expect(shown.stdout.trimEnd().split('\n')).toHaveLength(1);
});
