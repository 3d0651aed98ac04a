import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { rookError } from '@rook/contract';
import { previewRewind, rewindChanges } from '@rook/engine';
import { expect, it } from 'vitest';

import { makeChangeSet, makeSetup } from './make-change-set.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const textOf = ({ workspace }: Sandbox, path: string) => readFileSync(join(workspace, path), 'utf8');

async function makeThree(): Promise<Sandbox> {
  const sandbox = makeSandbox();
  for (const name of ['a', 'b', 'c']) place(join(sandbox.workspace, name), `${name}\n`);
  await makeChangeSet(
    sandbox,
    { path: 'a', content: 'A\n' },
    { path: 'b', content: 'B\n' },
    { path: 'c', delete: true },
    { path: 'deep/n', content: 'n\n' },
  );
  return sandbox;
}

function expectUntouched(sandbox: Sandbox): void {
  expect([textOf(sandbox, 'a'), textOf(sandbox, 'b'), textOf(sandbox, 'deep/n')]).toEqual([
    'A\n',
    'B\n',
    'n\n',
  ]);
  expect(existsSync(join(sandbox.workspace, 'c'))).toBe(false);
}

it('E-28 a file that was made read-only refuses all of the rewind, says what to do, and is rewound then', async () => {
  const sandbox = await makeThree();
  chmodSync(join(sandbox.workspace, 'b'), 0o444);
  for (const how of ['--dry-run', '--yes']) {
    const refused = await runRook(sandbox, ['rewind', how]);
    expect([refused.code, refused.stdout]).toEqual([
      1,
      expect.stringContaining('b is read-only; give it the right to be written first, then try again.'),
    ]);
  }
  expectUntouched(sandbox);
  chmodSync(join(sandbox.workspace, 'b'), 0o644);
  expect((await runRook(sandbox, ['rewind', '--yes'])).code).toBe(0);
  expect([textOf(sandbox, 'a'), textOf(sandbox, 'c')]).toEqual(['a\n', 'c\n']);
});

it('E-28 a file that another process holds locked refuses all of the rewind, and nothing is half done', async () => {
  const sandbox = await makeThree();
  const setup = await makeSetup(sandbox);
  const preview = await previewRewind(setup, { direction: 'rewind', cascade: false });
  if (!preview.ok) throw new Error(preview.error.message);
  const locked = {
    ...rookError('not_writable', 'b could not be written: it is in use. Nothing was changed.'),
    path: 'b',
    isUndone: true,
    displaced: [],
  };
  const workspace = { ...setup.workspace, apply: async () => ({ ok: false as const, error: locked }) };
  const order = { plan: preview.value, cascade: false, label: 'rook rewind', dryRun: false };
  const refused = await rewindChanges({ ...setup, workspace }, order);
  // Nothing but an error: it is what a script is shown.
  expect(refused).toEqual({
    ok: false,
    error: rookError(
      'not_writable',
      'b could not be written: it is in use. Nothing was changed. Close what holds it, or make it writable, then try again.',
    ),
  });
  expectUntouched(sandbox);
  expect(await rewindChanges(setup, order)).toMatchObject({ ok: true });
  expect([textOf(sandbox, 'a'), textOf(sandbox, 'b'), textOf(sandbox, 'c')]).toEqual(['a\n', 'b\n', 'c\n']);
});

const damage = (sandbox: Sandbox, path: string) => join(sandbox.workspace, path);

it.each([
  [
    'replaced by a folder',
    (s: Sandbox) => [rmSync(damage(s, 'b')), mkdirSync(damage(s, 'b'))],
    'b is a folder now',
  ],
  [
    'replaced by a link',
    (s: Sandbox) => [rmSync(damage(s, 'b')), symlinkSync('a', damage(s, 'b'))],
    'through a link',
  ],
  ['deleted', (s: Sandbox) => rmSync(damage(s, 'b')), 'b was deleted or moved since'],
  ['no text any more', (s: Sandbox) => writeFileSync(damage(s, 'b'), '\0mine'), 'is no text'],
  ['changed in the same lines', (s: Sandbox) => writeFileSync(damage(s, 'b'), 'mine\n'), 'in the same lines'],
  ['there again', (s: Sandbox) => writeFileSync(damage(s, 'c'), 'mine\n'), 'another file is there now'],
  [
    'made, and changed since',
    (s: Sandbox) => writeFileSync(damage(s, 'deep/n'), 'mine\n'),
    'it is not removed',
  ],
])('E-27 a file that is %s: it is said what is the case and what to do', async (_what, harm, words) => {
  const sandbox = await makeThree();
  harm(sandbox);
  const refused = await runRook(sandbox, ['rewind', '--yes']);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain(words);
  expect(refused.stdout).toMatch(/try again|Remove it yourself|by hand/u);
  expect(textOf(sandbox, 'a')).toBe('A\n');
});
