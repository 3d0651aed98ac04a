import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { createCommandShell } from './create-command-shell.ts';
import { lineOf, runLine } from './test-commands.ts';

const shell = createCommandShell(new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]));
const sandbox = await shell.sandbox();

async function writesApart(workspace: string, git: string): Promise<boolean> {
  const caches = { home: '/', folders: [] };
  const confinement = { writable: [workspace], readOnly: [], caches, repository: workspace, network: true };
  await runLine(shell, lineOf(`touch '${git}/objects/PLANTED'`, { cwd: workspace, confinement }));
  return existsSync(join(git, 'objects', 'PLANTED'));
}

it.skipIf(sandbox === null)(
  'T-14 a workspace with a link to the files of another repository does not open its git folder',
  async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-stranger-')));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const [owner, stranger, git] = [
      join(folder, 'owner'),
      join(folder, 'stranger'),
      join(folder, 'apart.git'),
    ];
    for (const made of [join(owner, 'src'), stranger]) mkdirSync(made, { recursive: true });
    writeFileSync(join(owner, 'src', 'a.ts'), '1\n');
    execFileSync('git', ['init', '-q', `--separate-git-dir=${git}`], { cwd: owner });
    execFileSync('git', ['add', '-A'], { cwd: owner });
    symlinkSync('../owner/src', join(stranger, 'src'));
    writeFileSync(join(stranger, '.git'), 'gitdir: ../apart.git\n');
    expect(await writesApart(stranger, git)).toBe(false);
    expect(await writesApart(owner, git)).toBe(true);
  },
  60_000,
);
