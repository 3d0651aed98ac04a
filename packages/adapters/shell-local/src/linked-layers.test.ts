import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { createCommandShell } from './create-command-shell.ts';
import { lineOf, runLine, type RanCommand } from './test-commands.ts';

const shell = createCommandShell(new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]));
const sandbox = await shell.sandbox();

const ENV = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 't',
  GIT_AUTHOR_EMAIL: 't@example.org',
  GIT_COMMITTER_NAME: 't',
  GIT_COMMITTER_EMAIL: 't@example.org',
};

function git(cwd: string, ...words: readonly string[]): string {
  return execFileSync('git', ['-c', 'protocol.file.allow=always', ...words], {
    cwd,
    env: ENV,
    encoding: 'utf8',
  });
}

function makeRepository(at: string): void {
  mkdirSync(at, { recursive: true });
  git(at, 'init', '-q', '-b', 'main');
  writeFileSync(join(at, 'a.txt'), 'one\n');
  git(at, 'add', '-A');
  git(at, 'commit', '-qm', 'first');
}

/** A repository `main` in a folder of its own. */
function makeMain(): { readonly folder: string; readonly main: string } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-linked-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const main = join(folder, 'main');
  makeRepository(main);
  return { folder, main };
}

async function confined(main: string, command: string, nested: readonly string[] = []): Promise<RanCommand> {
  const caches = { home: '/', folders: [] };
  const confinement = { writable: [main], readOnly: [], caches, repository: main, network: true, nested };
  return runLine(shell, lineOf(command, { cwd: main, confinement, env: new Map(Object.entries(ENV)) }));
}

it.skipIf(sandbox === null)(
  'T-14 nothing of a worktree that lies elsewhere can be written, and those inside come and go',
  async () => {
    const { main } = makeMain();
    git(main, 'worktree', 'add', '-q', '../other');
    git(main, 'worktree', 'add', '-q', 'inner');
    const folder = '.git/worktrees/other';
    const tried = await confined(
      main,
      `for f in commondir gitdir config.worktree HEAD; do echo x > ${folder}/$f; done; mv ${folder} .git/worktrees/x; rm ${folder}/commondir; mv .git/worktrees .git/x; mkdir -p ${folder}; echo evil > ${folder}/commondir; true`,
    );
    expect(tried).toMatchObject({ code: 0 });
    expect(readFileSync(join(main, folder, 'commondir'), 'utf8')).toBe('../..\n');
    expect(existsSync(join(main, folder, 'config.worktree'))).toBe(false);
    const used = await confined(
      main,
      'git worktree add -q made && cd made && echo 2 > two && git add two && git commit -qm second && cd .. && git worktree remove made && git worktree remove inner && git worktree list && echo 3 > a.txt && git commit -qam third',
    );
    expect(used, used.text).toMatchObject({ code: 0 });
    expect(git(join(main, '../other'), 'status', '--porcelain')).toBe('');
    expect(['made', 'inner', '.git/worktrees/inner'].filter((path) => existsSync(join(main, path)))).toEqual(
      [],
    );
  },
  60_000,
);

it.skipIf(sandbox === null)(
  'T-14 the same of a repository in a folder of the workspace',
  async () => {
    const { main } = makeMain();
    makeRepository(join(main, 'nested'));
    git(join(main, 'nested'), 'worktree', 'add', '-q', '../../other');
    const command = 'echo evil > nested/.git/worktrees/other/commondir; true';
    await confined(main, command, [join(main, 'nested/.git')]);
    expect(readFileSync(join(main, 'nested/.git/worktrees/other/commondir'), 'utf8')).toBe('../..\n');
  },
  60_000,
);
