import { chmodSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { makeChangeSet } from './make-change-set.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

function modeOf({ workspace }: Sandbox, path: string): string {
  return (statSync(join(workspace, path)).mode & 0o777).toString(8);
}

it.each([0o600, 0o755, 0o640])(
  'E-16 a deleted file comes back with the permissions it had: %o',
  async (mode) => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'kept'), 'x\n');
    chmodSync(join(sandbox.workspace, 'kept'), mode);
    await makeChangeSet(sandbox, { path: 'kept', delete: true });
    expect(await runRook(sandbox, ['rewind', '--yes'])).toMatchObject({ code: 0 });
    expect(modeOf(sandbox, 'kept')).toBe(mode.toString(8));
  },
);

it('E-16 E-20 a made file that was given other permissions has them again after rewind and forward', async () => {
  const sandbox = makeSandbox();
  await makeChangeSet(sandbox, { path: 'run.sh', content: 'echo\n' });
  chmodSync(join(sandbox.workspace, 'run.sh'), 0o700);
  expect(await runRook(sandbox, ['rewind', '--yes'])).toMatchObject({ code: 0 });
  expect(await runRook(sandbox, ['forward', '--yes'])).toMatchObject({ code: 0 });
  expect(modeOf(sandbox, 'run.sh')).toBe('700');
});

it('E-16 a rehearsal settles nothing that a dead process left, and goes on where no change set stands open', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'kept'), 'x\n');
  await makeChangeSet(sandbox, { path: 'kept', delete: true });
  const note = join(sandbox.workspace, '.rook', 'locks', 'changes.session');
  place(note, 'rook-20261116-0a1b2c3d\n');
  const rehearsed = await runRook(sandbox, ['rewind', '--dry-run']);
  expect(rehearsed.code).toBe(0);
  expect(readFileSync(note, 'utf8')).toContain('0a1b2c3d');
  expect(await runRook(sandbox, ['rewind', '--yes'])).toMatchObject({ code: 0 });
  expect([readFileSync(note, 'utf8').trim(), modeOf(sandbox, 'kept')]).toEqual(['', '600']);
});
