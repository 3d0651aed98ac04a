import { join } from 'node:path';

import { expect, it } from 'vitest';

import { entriesOf, journalLines, playing } from './ask-rook.ts';
import { PLAIN, runCommand, runJson } from './command-rook.ts';
import { calling, govern, select } from './intent-rook.ts';
import { jsonOf, listAt, textAt, valueAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** What its words name outside the scope the gate refuses; what it does besides only the files tell. */
const CHANGES = 'sh src/auth/make.sh';

function makeRoom(): Sandbox {
  const sandbox = makeSandbox();
  govern(sandbox);
  place(join(sandbox.workspace, 'src/auth/make.sh'), 'echo n > src/auth/new.ts; echo n > other.ts\n');
  place(join(sandbox.workspace, 'other.ts'), 'o\n');
  return sandbox;
}

/** Of the last change set, each file and whether it is marked. */
function marks(sandbox: Sandbox): readonly unknown[] {
  const set = entriesOf(journalLines(sandbox), 'change_set_applied').at(-1);
  return listAt(set, 'files').map((file) => [valueAt(file, 'path'), valueAt(file, 'out_of_scope')]);
}

const MARKED = [
  ['other.ts', true],
  ['src/auth/new.ts', undefined],
];

it('H-10 E-16 what a command changed outside the scope of the intent is marked in the set, on the screen and by rook changes', async () => {
  const sandbox = makeRoom();
  const { stderr } = await runCommand(sandbox, CHANGES, '--intent', 'INT-001');
  expect(stderr).toContain('Outside the scope of the intent: other.ts.');
  expect(marks(sandbox)).toEqual(MARKED);
  const id = textAt(entriesOf(journalLines(sandbox), 'change_set_applied').at(-1), 'change_set_id');
  expect((await runRook(sandbox, ['changes', id])).stdout).toContain(
    'other.ts lies outside the scope of the intent',
  );
  expect((await runRook(sandbox, ['changes'])).stdout).toContain('(1 outside the scope)');
  expect(jsonOf(await runRook(sandbox, ['changes', id, '--json']))).toMatchObject({
    outOfScope: ['other.ts'],
  });
});

it('H-10 E-16 the same is said to the model, and shown by rook ask', async () => {
  const sandbox = makeRoom();
  const script = calling(select('INT-001'), ['execute_command', { command: CHANGES }]);
  const env = { ...PLAIN, ...playing(sandbox, script) };
  const end = await runRook(sandbox, ['ask', 'Do it.', '--mode', 'allow'], { env });
  expect(marks(sandbox)).toEqual(MARKED);
  expect(JSON.stringify(entriesOf(journalLines(sandbox), 'tool_call').at(-1))).toContain(
    'Outside the scope of the intent: other.ts.',
  );
  expect(`${end.stdout}${end.stderr}`).toContain('Outside the scope of the intent: other.ts.');
});

it('E-16 nothing is marked where no intent counts', async () => {
  const sandbox = makeSandbox();
  const run = await runJson(sandbox, 'echo n > new.ts');
  expect(JSON.stringify(run)).not.toContain('scope');
  expect(marks(sandbox)).toEqual([['new.ts', undefined]]);
});
