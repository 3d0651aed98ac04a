import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

/** Makes a file of a folder in another process, which is that of a plain user, and tells what a rehearsal and the real thing answer. */
function clearAsUser(setup: string, asUser: string): readonly string[] {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-fixed-')));
  onTestFinished(() => {
    spawnSync('chmod', ['-R', 'u+rwx', root]);
    rmSync(root, { recursive: true, force: true });
  });
  chmodSync(root, 0o777);
  spawnSync('sh', ['-c', setup], { cwd: root });
  const program = `
    import { spawnSync } from 'node:child_process';
    import { contentHash } from '@rook/engine';
    import { createLocalWorkspace } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))};
    const root = ${JSON.stringify(root)};
    const workspace = createLocalWorkspace(root);
    if (process.getuid() === 0) {
      process.setgid(65534);
      process.setuid(65534);
    }
    spawnSync('sh', ['-c', ${JSON.stringify(asUser)}], { cwd: root });
    const changes = [
      { path: 'd', expected: null, bytes: Buffer.from('old') },
      { path: 'd/e/f/m', expected: contentHash(Buffer.from('m')), bytes: null },
    ];
    const removeFolders = ['d/e/f', 'd/e', 'd'];
    const answers = [await workspace.rehearse(changes, [], removeFolders), await workspace.apply(changes, { removeFolders })];
    process.stdout.write(answers.map((answer) => answer.ok ? 'ok' : answer.error.path + ': ' + answer.error.code + ': ' + answer.error.message).join('\\n'));
  `;
  const ran = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  return ran.stdout === '' ? [ran.stderr] : ran.stdout.split('\n');
}

const MAKE = 'mkdir -p d/e/f; printf m > d/e/f/m';

it.skipIf(process.platform === 'win32').each([
  ['all of them may go', MAKE, 'ok'],
  [
    'the folder around one cannot be written to',
    `${MAKE}; chmod 555 d/e`,
    'd: not_writable: d is a folder now, in which d/e/f cannot be removed: the folder d/e cannot be written to, because permission is denied. Nothing was changed.',
  ],
  [
    'the outermost of them cannot be written to',
    `${MAKE}; chmod 555 d`,
    'd: not_writable: d is a folder now, in which d/e cannot be removed: the folder d cannot be written to, because permission is denied. Nothing was changed.',
  ],
])('E-16 E-25 folders that give way to a file: %s', (_title, asUser, answer) => {
  expect(clearAsUser('', asUser)).toEqual([answer, answer]);
});

it.skipIf(process.platform === 'win32' || process.getuid?.() !== 0)(
  'E-16 E-25 folders that give way to a file: one belongs to somebody else in a folder where all may write',
  () => {
    const answer =
      'd: not_writable: d is a folder now, in which d/e/f cannot be removed: it belongs to somebody else. Nothing was changed.';
    const setup = `${MAKE}; chmod 777 d d/e/f; chmod 666 d/e/f/m; chmod 1777 d/e`;
    expect(clearAsUser(setup, '')).toEqual([answer, answer]);
  },
);
