import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { jsonOf, listAt, valueAt } from './read-output.ts';
import { quote, runProgram, runRook, type End } from './run-rook.ts';
import { runTool } from './run-tool.ts';
import { makeSandbox, place, type Sandbox } from './sandbox.ts';

const CONFINED = { ROOK_COMMANDS_SANDBOX: 'on', ROOK_COMMANDS_LOGIN_SHELL: 'false' };

/** Not among the temporary files, which every confined command may write. */
function makeOutside(): Sandbox {
  const folder = join(homedir(), '.cache', 'rook', 'tests');
  mkdirSync(folder, { recursive: true });
  return makeSandbox(folder);
}

async function canConfine(): Promise<boolean> {
  const folder = realpathSync(mkdtempSync('/tmp/rook-confine-'));
  const words = ['--ro-bind', '/', '/', '--unshare-pid', 'true'];
  try {
    return (await runProgram('bwrap', words, { env: { PATH: '/usr/bin:/bin' }, cwd: folder })).code === 0;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const confines = await canConfine();
if (!confines) process.stderr.write('There is no bubblewrap here, so what it confines is not tested.\n');

function git({ folder, userHome }: Sandbox, at: string, ...words: readonly string[]): string {
  const settings = 'git -c user.name=t -c user.email=t@example.org -c protocol.file.allow=always';
  const line = `HOME=${quote(userHome)} ${settings} ${words.map(quote).join(' ')}`;
  return runTool('sh', '-c', `cd ${quote(join(folder, at))} && ${line}`).stdout;
}

function makeRepository(sandbox: Sandbox, at: string): void {
  place(join(sandbox.folder, at, 'a.txt'), 'one\n');
  git(sandbox, at, 'init', '-q', '-b', 'main');
  git(sandbox, at, 'config', 'user.name', 't');
  git(sandbox, at, 'config', 'user.email', 't@example.org');
  git(sandbox, at, 'add', '-A');
  git(sandbox, at, 'commit', '-qm', 'first');
}

/** The git folder lies beside the files, and does not name them. */
function makeApart(sandbox: Sandbox, at: string): void {
  makeRepository(sandbox, at);
  git(sandbox, at, 'init', '-q', `--separate-git-dir=../${at}.git`);
}

/** As a script, whose words nobody judges: what it may do is for the sandbox alone to say. */
async function run(sandbox: Sandbox, at: string, script: string, ...flags: readonly string[]): Promise<End> {
  const workspace = join(sandbox.folder, at);
  place(join(workspace, 'probe.sh'), script);
  return runRook(sandbox, ['command', 'run', 'bash probe.sh', ...flags], { env: CONFINED, cwd: workspace });
}

/** How each repository is made, where the workspace lies, and where its git folders do. */
const PLACES = {
  'an ordinary repository': (sandbox: Sandbox) => {
    makeRepository(sandbox, 'main');
    return { workspace: 'main', folders: ['main/.git'], whose: [] };
  },
  'a worktree': (sandbox: Sandbox) => {
    makeRepository(sandbox, 'main');
    git(sandbox, 'main', 'worktree', 'add', '-q', '../tree');
    const own = 'main/.git/worktrees/tree';
    return {
      workspace: 'tree',
      folders: ['main/.git'],
      whose: [`${own}/commondir`, `${own}/gitdir`, 'tree/.git'],
    };
  },
  'a submodule': (sandbox: Sandbox) => {
    makeRepository(sandbox, 'library');
    makeRepository(sandbox, 'main');
    git(sandbox, 'main', 'submodule', '--quiet', 'add', '../library', 'vendor/library');
    git(sandbox, 'main/vendor/library', 'config', 'user.name', 't');
    git(sandbox, 'main/vendor/library', 'config', 'user.email', 't@example.org');
    const own = 'main/.git/modules/vendor/library';
    return { workspace: 'main/vendor/library', folders: [own], whose: ['main/vendor/library/.git'] };
  },
  'a repository whose git folder is kept apart': (sandbox: Sandbox) => {
    makeApart(sandbox, 'apart');
    return { workspace: 'apart', folders: ['apart.git'], whose: ['apart/.git'] };
  },
  'a repository whose git folder is kept apart and names it': (sandbox: Sandbox) => {
    makeApart(sandbox, 'apart');
    git(sandbox, 'apart', 'config', 'core.worktree', join(sandbox.folder, 'apart'));
    rmSync(join(sandbox.folder, 'apart.git', 'index'));
    git(sandbox, 'apart', 'read-tree', 'HEAD');
    return { workspace: 'apart', folders: ['apart.git'], whose: ['apart/.git'] };
  },
  'a folder of a repository': (sandbox: Sandbox) => {
    makeRepository(sandbox, 'main');
    place(join(sandbox.folder, 'main/deep/er/b.txt'), 'b\n');
    return { workspace: 'main/deep/er', folders: ['main/.git'], whose: [] };
  },
  'a folder of a worktree': (sandbox: Sandbox) => {
    makeRepository(sandbox, 'main');
    git(sandbox, 'main', 'worktree', 'add', '-q', '../tree');
    place(join(sandbox.folder, 'tree/deep/b.txt'), 'b\n');
    const own = 'main/.git/worktrees/tree';
    return {
      workspace: 'tree/deep',
      folders: ['main/.git'],
      whose: [`${own}/commondir`, `${own}/gitdir`, 'tree/.git'],
    };
  },
};

it.skipIf(!confines).each(Object.entries(PLACES))(
  'T-14 G-07 commits in %s, and changes nothing there that starts programs',
  async (_name, make) => {
    const sandbox = makeOutside();
    const { workspace, folders, whose } = make(sandbox);
    const commit = 'echo two > two.txt && git add two.txt && git commit -qm second';
    const made = await run(sandbox, workspace, commit, '--json');
    expect(made, made.stderr).toMatchObject({ code: 0 });
    expect(valueAt(listAt(jsonOf(made), 'runs')[0], 'sandbox')).toBe('bubblewrap');
    expect(git(sandbox, workspace, 'log', '--format=%s')).toBe('second\nfirst\n');
    const kept = [...folders.map((folder) => `${folder}/config`), ...whose];
    const readKept = (): readonly string[] =>
      kept.map((path) => readFileSync(join(sandbox.folder, path), 'utf8'));
    const before = readKept();
    const tries = [
      ...kept.map((path) => `echo x >> ${path} && echo wrote ${path}; rm -f ${path} && echo took ${path}`),
      ...folders.map(
        (folder) => `echo x > ${folder}/hooks/made && echo made; mv ${folder}/hooks away && echo moved`,
      ),
    ];
    const script = `git branch other; git config x.y z && echo set; cd ${quote(sandbox.folder)}; ${tries.join('; ')}; true`;
    const tried = await run(sandbox, workspace, script);
    expect([tried.code, tried.stdout]).toEqual([0, '']);
    expect(readKept()).toEqual(before);
    expect(git(sandbox, workspace, 'branch', '--list', 'other')).toContain('other');
  },
  120_000,
);

it.skipIf(!confines)(
  'T-14 opens no folder that a file .git names and that does not name the workspace in turn',
  async () => {
    const sandbox = makeOutside();
    makeRepository(sandbox, 'main');
    const main = join(sandbox.folder, 'main');
    const touch = `touch ${quote(main)}/.git/made ${quote(main)}/made; ls .git > /dev/null`;
    for (const text of [`gitdir: ${main}/.git\n`, `gitdir: ${main}\n`, '', 'nonsense', 'gitdir: none\n']) {
      place(join(sandbox.workspace, '.git'), text);
      expect((await run(sandbox, 'workspace', touch)).code).toBe(0);
    }
    // One that only looks like a worktree of it: the list of the repository does not hold it.
    const fake = join(sandbox.workspace, 'fake');
    place(join(fake, 'commondir'), `${main}/.git\n`);
    place(join(fake, 'gitdir'), `${join(sandbox.workspace, '.git')}\n`);
    place(join(fake, 'HEAD'), 'ref: refs/heads/main\n');
    writeFileSync(join(sandbox.workspace, '.git'), 'gitdir: fake\n');
    expect((await run(sandbox, 'workspace', touch)).code).toBe(0);
    expect([existsSync(join(main, '.git/made')), existsSync(join(main, 'made'))]).toEqual([false, false]);
  },
  120_000,
);

it.skipIf(!confines)(
  'T-14 opens no git folder that is kept apart for other files, whatever lies in the workspace that names it',
  async () => {
    const sandbox = makeOutside();
    makeApart(sandbox, 'foreign');
    const foreign = join(sandbox.folder, 'foreign.git');
    // The same files, with the same times.
    runTool('cp', '-a', `${join(sandbox.folder, 'foreign')}/.`, sandbox.workspace);
    expect(git(sandbox, 'workspace', 'rev-parse', '--git-dir').trim()).toBe(foreign);
    const touch = `touch ${quote(foreign)}/made && echo opened; git update-ref refs/heads/x HEAD && echo written; true`;
    const tried = await run(sandbox, 'workspace', touch);
    expect([tried.code, tried.stdout]).toEqual([0, '']);
    // One that names other files, though it noted these.
    makeApart(sandbox, 'named');
    git(sandbox, 'named', 'config', 'core.worktree', join(sandbox.folder, 'elsewhere'));
    const named = await run(
      sandbox,
      'named',
      `touch ${quote(join(sandbox.folder, 'named.git'))}/made && echo opened; true`,
    );
    expect([named.code, named.stdout]).toEqual([0, '']);
    for (const path of ['foreign.git/made', 'foreign.git/refs/heads/x', 'named.git/made'])
      expect(existsSync(join(sandbox.folder, path))).toBe(false);
  },
  120_000,
);

it.skipIf(!confines)(
  'T-14 G-07 runs where .git is an empty file or its hooks lead nowhere, and makes no hooks there',
  async () => {
    const sandbox = makeOutside();
    place(join(sandbox.workspace, '.git'), '');
    const first = await run(sandbox, 'workspace', 'echo fine; ! echo gitdir: /tmp > .git');
    expect([first.code, first.stdout]).toEqual([0, 'fine\n']);
    expect(readFileSync(join(sandbox.workspace, '.git'), 'utf8')).toBe('');
    for (const to of ['../../githooks', '../githooks', join(sandbox.folder, 'none', 'hooks')]) {
      rmSync(join(sandbox.folder, 'main'), { recursive: true, force: true });
      makeRepository(sandbox, 'main');
      const hooks = join(sandbox.folder, 'main', '.git', 'hooks');
      rmSync(hooks, { recursive: true });
      symlinkSync(to, hooks);
      const line =
        'echo fine; mkdir -p githooks; echo x > githooks/pre-commit; rm .git/hooks; mkdir .git/hooks && echo x > .git/hooks/pre-commit; true';
      const ran = await run(sandbox, 'main', line);
      expect([ran.code, ran.stdout]).toEqual([0, 'fine\n']);
      expect(existsSync(join(hooks, 'pre-commit'))).toBe(false);
    }
  },
  120_000,
);

it.skipIf(!confines)(
  'T-14 settings of one worktree cannot be made where git would read them',
  async () => {
    const sandbox = makeOutside();
    makeRepository(sandbox, 'main');
    git(sandbox, 'main', 'worktree', 'add', '-q', '../tree');
    git(sandbox, 'main', 'config', 'extensions.worktreeConfig', 'true');
    for (const workspace of ['main', 'tree']) {
      const line =
        'file=$(git rev-parse --git-dir)/config.worktree; ! echo "[core] fsmonitor = x" > "$file" && git status';
      const ran = await run(sandbox, workspace, line);
      expect(ran, ran.stderr).toMatchObject({ code: 0 });
    }
    for (const path of ['main/.git', 'main/.git/worktrees/tree'])
      expect(readFileSync(join(sandbox.folder, path, 'config.worktree'), 'utf8')).toBe('');
  },
  120_000,
);

it.skipIf(!confines)(
  'T-14 says of a sandbox that cannot be set up that the command was not run, and what to do',
  async () => {
    const sandbox = makeSandbox();
    const programs = join(sandbox.folder, 'programs');
    const real = 'exec /usr/bin/env PATH=/usr/local/bin:/usr/bin:/bin bwrap "$@"';
    place(
      join(programs, 'bwrap'),
      `#!/bin/sh\ncase "$*" in *--unshare-net*) ${real};; esac\necho "bwrap: Can't mkdir /x: Not a directory" >&2\nexit 1\n`,
    );
    runTool('chmod', '755', join(programs, 'bwrap'));
    const env = { ...CONFINED, PATH: `${programs}:/usr/local/bin:/usr/bin:/bin` };
    const end = await runRook(sandbox, ['command', 'run', 'touch made'], { env });
    expect([end.code, end.stdout]).toEqual([1, '']);
    expect(end.stderr).toContain("The sandbox could not be set up (bwrap: Can't mkdir /x: Not a directory)");
    expect(end.stderr).toContain('was not run');
    expect(end.stderr).toContain('commands.sandbox');
    expect(existsSync(join(sandbox.workspace, 'made'))).toBe(false);
  },
  60_000,
);

it.skipIf(!confines)(
  'T-14 makes the caches of the programs that a command names, and no others',
  async () => {
    const sandbox = makeOutside();
    const line = 'npm --version; touch ~/.npm/made && ! mkdir ~/.m2 && ! touch ~/made';
    const ran = await runRook(sandbox, ['command', 'run', line], { env: CONFINED });
    expect(ran, ran.stderr).toMatchObject({ code: 0 });
    expect(existsSync(join(sandbox.userHome, '.npm/made'))).toBe(true);
    for (const name of ['.m2', '.cargo', 'go', 'made'])
      expect(existsSync(join(sandbox.userHome, name))).toBe(false);
    const hidden = await run(
      sandbox,
      'workspace',
      `node -e 'require("fs").mkdirSync(process.env.HOME + "/.m2/x", { recursive: true })'`,
    );
    expect(hidden.code).toBe(1);
    expect(hidden.stderr).toContain('Confined, it may write in the workspace');
  },
  60_000,
);
