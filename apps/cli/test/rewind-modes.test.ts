import { chmodSync, lstatSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCommand } from './command-rook.ts';
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

it.skipIf(process.platform === 'win32')(
  'E-16 E-20 a read-only file that a command made or removed is rewound and made again, and one that somebody made read-only stays',
  async () => {
    const sandbox = makeSandbox();
    place(join(sandbox.workspace, 'gone'), 'g\n');
    chmodSync(join(sandbox.workspace, 'gone'), 0o400);
    await runCommand(sandbox, 'rm -f gone; echo m > made; chmod 444 made; ln -s made link');
    await runCommand(sandbox, 'rm link; cp -p made link');
    const tell = () =>
      ['gone', 'made', 'link'].map((name) => {
        const found = lstatSync(join(sandbox.workspace, name), { throwIfNoEntry: false });
        return found?.isSymbolicLink() === true ? 'link' : (found?.mode ?? 0) & 0o777;
      });
    const states = [
      ['rewind', [0, 0o444, 'link']],
      ['rewind', [0o400, 0, 0]],
      ['forward', [0, 0o444, 'link']],
      ['forward', [0, 0o444, 0o444]],
    ] as const;
    expect(tell()).toEqual(states[3][1]);
    for (const [word, state] of states) {
      const done = await runRook(sandbox, [word, '--yes']);
      expect([done.code, done.stderr]).toEqual([0, '']);
      expect(tell()).toEqual(state);
    }
    await runCommand(sandbox, 'echo o > own');
    chmodSync(join(sandbox.workspace, 'own'), 0o444);
    const refused = await runRook(sandbox, ['rewind', '--yes']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('own is read-only')]);
    expect(modeOf(sandbox, 'own')).toBe('444');
  },
);
