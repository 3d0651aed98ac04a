import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { quote, runRook, type End } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const ON = { ROOK_COMMANDS_SANDBOX: 'on', ROOK_COMMANDS_LOGIN_SHELL: 'false' };
const confines = runTool('bwrap', '--ro-bind', '/', '/', '--unshare-pid', 'true').ok;
if (!confines) process.stderr.write('There is no bubblewrap here, so what it confines is not tested.\n');

function git({ userHome }: Sandbox, at: string, ...words: readonly string[]): string {
  const line = `git -c protocol.file.allow=always ${words.map(quote).join(' ')}`;
  return runTool('sh', '-c', `cd ${quote(at)} && HOME=${quote(userHome)} ${line}`).stdout;
}

function makeRepository(sandbox: Sandbox, at: string): void {
  place(join(at, 'a.txt'), 'one\n');
  git(sandbox, at, 'init', '-q', '-b', 'main');
  git(sandbox, at, 'config', 'user.name', 't');
  git(sandbox, at, 'config', 'user.email', 't@example.org');
  git(sandbox, at, 'add', '-A');
  git(sandbox, at, 'commit', '-qm', 'first');
}

/** A repository with others in its folders: an own one, a bare one, a submodule, and one without hooks. */
function makeRoom(): Sandbox {
  const folder = join(homedir(), '.cache', 'rook', 'tests');
  mkdirSync(folder, { recursive: true });
  const sandbox = makeSandbox(folder);
  const { workspace } = sandbox;
  makeRepository(sandbox, workspace);
  makeRepository(sandbox, join(workspace, 'vendor/lib'));
  makeRepository(sandbox, join(workspace, 'plain'));
  runTool('rm', '-r', join(workspace, 'plain/.git/hooks'));
  git(sandbox, workspace, 'clone', '-q', '--bare', 'vendor/lib', 'x.git');
  git(sandbox, workspace, 'submodule', '--quiet', 'add', join(workspace, 'vendor/lib'), 'sub');
  return sandbox;
}

/** As a script, whose words nobody judges: what it may do is for the sandbox alone to say. */
async function run(
  sandbox: Sandbox,
  script: string,
  env: Readonly<Record<string, string>> = ON,
): Promise<End> {
  place(join(sandbox.workspace, 'probe.sh'), script);
  return runRook(sandbox, ['command', 'run', 'bash probe.sh'], { env });
}

const FOLDERS = ['vendor/lib/.git', 'plain/.git', 'x.git', '.git/modules/sub'];
const TRIES = [
  ...FOLDERS.flatMap((folder) => [
    `mkdir -p ${folder}/hooks; echo x > ${folder}/hooks/pre-commit && echo planted ${folder}`,
    `echo x >> ${folder}/config && echo set ${folder}`,
  ]),
  'echo gitdir: /tmp/x > sub/.git && echo led away',
].join('\n');

it.skipIf(!confines)(
  'T-14 what starts programs in repositories in folders of the workspace can only be read, and git commits there',
  async () => {
    const sandbox = makeRoom();
    const at = (path: string): string => join(sandbox.workspace, path);
    const before = FOLDERS.map((folder) => readFileSync(at(`${folder}/config`), 'utf8'));
    const tried = await run(sandbox, `${TRIES}\ntrue`);
    expect([tried.code, tried.stdout]).toEqual([0, '']);
    expect(FOLDERS.map((folder) => readFileSync(at(`${folder}/config`), 'utf8'))).toEqual(before);
    expect(FOLDERS.filter((folder) => existsSync(at(`${folder}/hooks/pre-commit`)))).toEqual([]);
    const commit = 'echo two > two.txt && git add two.txt && git commit -qm second';
    const made = await run(
      sandbox,
      `for f in vendor/lib plain sub; do (cd $f && git config user.name > /dev/null; export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@example.org GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@example.org; ${commit}) || exit 1; done`,
    );
    expect(made, made.stderr).toMatchObject({ code: 0 });
    for (const folder of ['vendor/lib', 'plain', 'sub'])
      expect(git(sandbox, at(folder), 'log', '--format=%s')).toBe('second\nfirst\n');
  },
  120_000,
);

it.skipIf(!confines)(
  'T-14 the same tries succeed where nothing confines them',
  async () => {
    const { stdout } = await run(makeRoom(), `${TRIES}\ntrue`, { ...ON, ROOK_COMMANDS_SANDBOX: 'off' });
    expect(stdout.trim().split('\n')).toHaveLength(FOLDERS.length * 2 + 1);
  },
  60_000,
);

it.skipIf(!confines)(
  'T-14 G-07 a confined command makes repositories of its own, and removes one that its words name',
  async () => {
    const sandbox = makeRoom();
    const at = (path: string): string => join(sandbox.workspace, path);
    const made = await run(
      sandbox,
      'git init -q own && git clone -q vendor/lib copy && git -C copy config x.y z && echo x > own/.git/hooks/pre-commit',
    );
    expect(made, made.stderr).toMatchObject({ code: 0 });
    // Those of a worktree go with it.
    const tree = await run(
      sandbox,
      'git worktree add -q tree && cd tree && echo two > two.txt && git add two.txt && git commit -qm second',
    );
    expect(tree, tree.stderr).toMatchObject({ code: 0 });
    expect(await run(sandbox, 'git worktree remove tree')).toMatchObject({ code: 0 });
    expect(['tree', '.git/worktrees/tree'].map((path) => existsSync(at(path)))).toEqual([false, false]);
    // In the next command it is one of those that are there.
    expect((await run(sandbox, 'git -C copy config x.y other')).code).not.toBe(0);
    expect(git(sandbox, at('copy'), 'config', 'x.y')).toBe('z\n');
    const removed = await runRook(
      sandbox,
      ['command', 'run', 'rm -rf copy x.git && mv own vendor/own', '--yes-protected'],
      {
        env: ON,
      },
    );
    expect(removed, removed.stderr).toMatchObject({ code: 0 });
    expect(['copy', 'x.git', 'own', 'vendor/own'].map((path) => existsSync(at(path)))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  },
  120_000,
);

it.skipIf(!confines)(
  'T-14 a file that leads git to other settings is set aside, and the answer says so',
  async () => {
    const sandbox = makeRoom();
    const planted = join(sandbox.workspace, '.git/commondir');
    const made = await run(sandbox, 'echo ../evil > .git/commondir');
    expect(made.code).toBe(0);
    expect(`${made.stdout}${made.stderr}`).toContain(`that file is called ${planted}.set-aside-1 now`);
    expect([planted, `${planted}.set-aside-1`].map((path) => existsSync(path))).toEqual([false, true]);
  },
  60_000,
);

it.skipIf(!confines)(
  'T-14 what shells run from the caches can only be read inside, and the caches can be written',
  async () => {
    const sandbox = makeRoom();
    const cache = join(sandbox.env['HOME'] ?? '', '.cache');
    place(join(cache, 'p10k-instant-prompt-ann.zsh'), 'old\n');
    place(join(cache, 'gitstatus', 'gitstatusd'), 'old\n');
    const tries = ['p10k-instant-prompt-ann.zsh', 'gitstatus/gitstatusd', 'gitstatus/new', 'pip/new'];
    const script = `mkdir -p ~/.cache/pip\n${tries.map((path) => `echo x > ~/.cache/${path} && echo wrote ${path}`).join('\n')}\nexit 0\n`;
    const { stdout } = await run(sandbox, script, { ...ON, USER: 'ann' });
    expect(stdout.match(/wrote .*/gu)).toEqual(['wrote pip/new']);
    expect(readFileSync(join(cache, 'p10k-instant-prompt-ann.zsh'), 'utf8')).toBe('old\n');
  },
);
