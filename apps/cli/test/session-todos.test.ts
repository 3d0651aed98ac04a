import { expect, it } from 'vitest';

import { applyJson } from './apply-rook.ts';
import { jsonOf } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox } from './sandbox.ts';

it('F-01 F-05 F-07 F-12 shows how far the TODOs are, in another process, and opens them again after a rewind', async () => {
  const sandbox = makeSandbox();
  await applyJson(sandbox, {
    summary: 'Done.',
    todos: [{ text: 'one', completed: true }, { text: 'two' }, { text: 'three' }],
    fileChanges: [{ path: 'b', content: 'b\n', todoIndex: 1 }],
  });
  const shown = await runRook(sandbox, ['session', 'show']);
  expect(shown.stdout).toContain('TODOs: 1 of 3 done\n  ○ one\n  ✓ two\n  ○ three\n');
  const told = async () => jsonOf(await runRook(sandbox, ['session', 'show', '--todos', '--json']));
  expect(await told()).toMatchObject({
    done: 1,
    total: 3,
    todos: [
      { text: 'one', completed: false },
      { text: 'two', completed: true },
      { text: 'three', completed: false },
    ],
  });
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect(await told()).toMatchObject({ done: 0, total: 3 });
  expect((await runRook(sandbox, ['forward', '--yes'])).code).toBe(0);
  expect((await runRook(sandbox, ['session', 'show', '--todos'])).stdout).toContain('TODOs: 1 of 3 done');
});
