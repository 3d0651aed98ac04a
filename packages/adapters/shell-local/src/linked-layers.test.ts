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

it.skipIf(sandbox === null)(
  'T-14 what starts programs in submodules that are not checked out can only be read, also where they lie deep',
  async () => {
    const { folder, main } = makeMain();
    makeRepository(join(folder, 'leaf'));
    makeRepository(join(folder, 'lib'));
    git(join(folder, 'lib'), 'submodule', '--quiet', 'add', join(folder, 'leaf'), 'leaf');
    git(join(folder, 'lib'), 'commit', '-qm', 'leaf');
    git(main, 'submodule', '--quiet', 'add', join(folder, 'lib'), 'vendor/lib');
    git(main, 'submodule', '--quiet', 'update', '--init', '--recursive');
    git(main, 'commit', '-qm', 'lib');
    const folders = ['.git/modules/vendor/lib', '.git/modules/vendor/lib/modules/leaf'];
    const settings = (): readonly string[] =>
      folders.map((path) => readFileSync(join(main, path, 'config'), 'utf8'));
    git(main, 'submodule', '--quiet', 'deinit', '-f', 'vendor/lib');
    const before = settings();
    const tries = folders.map(
      (path) =>
        `echo x > ${path}/hooks/post-checkout; echo x >> ${path}/config; rm -f ${path}/HEAD; mv ${path} ${path}x; mkdir -p ${path}/hooks; echo x > ${path}/hooks/post-checkout`,
    );
    const away = 'mv .git/modules/vendor .git/x; mv .git/modules .git/x; mkdir -p .git/modules';
    // Without a file HEAD it does not look like a git folder any more.
    for (const command of [tries.join('; '), away, tries.join('; ')])
      expect(await confined(main, `${command}; true`)).toMatchObject({ code: 0 });
    expect(folders.filter((path) => existsSync(join(main, path, 'hooks/post-checkout')))).toEqual([]);
    expect(settings()).toEqual(before);
  },
  60_000,
);

it.skipIf(sandbox === null)(
  'T-14 G-07 a confined command commits and tidies up in a submodule that is checked out',
  async () => {
    const { folder, main } = makeMain();
    makeRepository(join(folder, 'lib'));
    git(main, 'submodule', '--quiet', 'add', join(folder, 'lib'), 'lib');
    git(main, 'commit', '-qm', 'lib');
    const used = await confined(
      main,
      `cd lib && echo 2 > two && git add two && git commit -qm second && git gc -q && cd .. && git add lib && git commit -qm moved && git gc -q && git -c protocol.file.allow=always clone -q ../lib plain`,
      [join(main, 'lib/.git')],
    );
    expect(used, used.text).toMatchObject({ code: 0 });
    expect(git(join(main, 'lib'), 'log', '--format=%s')).toBe('second\nfirst\n');
  },
  60_000,
);
