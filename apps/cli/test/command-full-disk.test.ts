import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { PLAIN, runCommand } from './command-rook.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const canMount = process.getuid?.() === 0 && process.platform === 'linux';
if (!canMount)
  process.stderr.write('SKIPPED: only root on Linux can make a full disk; nothing is proved about it.\n');

/** A workspace on a disk of its own with 8 MB. */
function makeSmall(): Sandbox {
  const sandbox = makeSandbox();
  const workspace = join(sandbox.folder, 'small');
  mkdirSync(workspace);
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', workspace]);
  if (status !== 0) throw new Error(`The small disk could not be made: ${String(stderr)}`);
  onTestFinished(() => {
    spawnSync('umount', ['-l', workspace]);
  });
  return { ...sandbox, workspace };
}

it.skipIf(!canMount)(
  'E-16 T-15 where the disk takes one changed file no more, that is said, and the others are rewound',
  async () => {
    const sandbox = makeSmall();
    place(join(sandbox.workspace, 'precious.txt'), 'precious\n');
    const end = await runCommand(
      sandbox,
      'sleep 0.2; echo overwritten > precious.txt; head -c 7000000 /dev/urandom > big.bin; echo ok',
    );
    expect([end.code, end.stdout]).toEqual([0, 'ok\n']);
    expect(end.stderr).toContain('Not all that it changed could be kept');
    expect(end.stderr).toContain('Cannot be rewound');
    const rewound = await runRook(sandbox, ['rewind', '--partial', '--yes'], { env: PLAIN });
    expect([rewound.code, readFileSync(join(sandbox.workspace, 'precious.txt'), 'utf8')]).toEqual([
      0,
      'precious\n',
    ]);
  },
);

it('E-16 T-15 says to the person when nothing of what a command changed can be recorded', async () => {
  const sandbox = makeSandbox();
  place(join(sandbox.workspace, 'g.txt'), 'old\n');
  // Where the folders of blobs would be, files are.
  for (let number = 0; number < 256; number += 1)
    place(join(sandbox.workspace, '.rook', 'blobs', number.toString(16).padStart(2, '0')), 'no folder');
  const end = await runCommand(sandbox, 'sleep 0.2; echo new > g.txt');
  expect(end.code).toBe(0);
  expect(end.stderr).toMatch(/could be kept|could not be recorded/u);
  expect(end.stderr).toContain('g.txt');
});
