import { lstatSync, readlinkSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { PLAIN, runCommand } from './command-rook.ts';
import { govern } from './intent-rook.ts';
import { errorOf, jsonOf, listAt } from './read-output.ts';
import { runRook } from './run-rook.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

/** A governed workspace in whose scope `src/auth` lies, and beside it files whose names look like modes. */
function makeRoom(): Sandbox {
  const sandbox = makeSandbox();
  govern(sandbox);
  for (const name of ['src/auth/a.sh', 'src/auth/sub/b.sh', 'other.sh', '755', 'u+x'])
    place(join(sandbox.workspace, name), 'echo one\n');
  return sandbox;
}

function modeOf({ workspace }: Sandbox, name: string): number {
  return statSync(join(workspace, name)).mode % 0o1000;
}

it('H-10 G-06 in a governed workspace modes, owners and sizes are no files outside of the scope', async () => {
  const sandbox = makeRoom();
  const { uid, gid } = userInfo();
  const lines = [
    'chmod 755 src/auth/a.sh',
    'chmod u+x src/auth/sub/*.sh',
    'chmod -R 750 src/auth/sub',
    `chown ${uid}:${gid} src/auth/a.sh`,
    'install -m 755 src/auth/a.sh src/auth/c.sh',
    "touch -d '2 days ago' src/auth/a.sh",
    'truncate -s 0 src/auth/sub/b.sh',
    'mkdir -m 700 src/auth/d',
    'ln -s a.sh src/auth/link',
    'ln -s ../a.sh src/auth/d/link',
  ];
  const end = await runRook(sandbox, ['command', 'run', ...lines, '--intent', 'INT-001'], { env: PLAIN });
  expect([end.code, end.stderr]).toEqual([0, expect.not.stringContaining('lies outside')]);
  const modes = ['a.sh', 'c.sh', 'd', 'sub/b.sh'].map((name) => modeOf(sandbox, `src/auth/${name}`));
  expect(modes).toEqual([0o755, 0o755, 0o700, 0o750]);
  expect(readlinkSync(join(sandbox.workspace, 'src/auth/d/link'))).toBe('../a.sh');
}, 60_000);

it.each([
  ['chmod 755 other.sh', 'other.sh'],
  ['chmod -x 755', '755'],
  ['chmod --reference=src/auth/a.sh 755', '755'],
  ['chmod 755 src/auth/a.sh u+x', 'u+x'],
  ['install -m 755 src/auth/a.sh -t.', '.'],
  ['ln -s a.sh link', 'link'],
  ['ln other.sh src/auth/link', 'other.sh'],
])('H-10 G-06 %s is refused because of %s, which lies outside of the scope', async (line, named) => {
  const sandbox = makeRoom();
  const before = lstatSync(join(sandbox.workspace, '755')).ctimeMs;
  const error = errorOf(await runCommand(sandbox, line, '--json', '--intent', 'INT-001'));
  expect([error.code, error.message.startsWith(`${named} `)]).toEqual(['out_of_scope', true]);
  expect([lstatSync(join(sandbox.workspace, '755')).ctimeMs, modeOf(sandbox, 'other.sh')]).toEqual([
    before,
    0o600,
  ]);
});

it('G-06 a file that a pattern matches and that chmod takes for the mode makes what looks like one a file', async () => {
  const sandbox = makeRoom();
  const line = ['command', 'check', 'chmod 755 *', '--cwd', 'src/auth', '--json'];
  const writes = async (): Promise<readonly unknown[]> =>
    listAt(jsonOf(await runRook(sandbox, line, { env: PLAIN })), 'writes');
  expect(await writes()).toEqual(['src/auth/a.sh', 'src/auth/sub']);
  place(join(sandbox.workspace, 'src/auth/-x'), '');
  expect(await writes()).toContain('src/auth/755');
});

it('G-06 rook command check names the files alone', async () => {
  const sandbox = makeRoom();
  const writes = async (line: string): Promise<readonly unknown[]> =>
    listAt(jsonOf(await runRook(sandbox, ['command', 'check', line, '--json'], { env: PLAIN })), 'writes');
  expect(await writes('chmod 755 src/auth/a.sh')).toEqual(['src/auth/a.sh']);
  expect(await writes('chmod -x 755')).toEqual(['755']);
});
