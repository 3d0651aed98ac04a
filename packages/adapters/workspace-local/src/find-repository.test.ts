import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished, vi } from 'vitest';

import { findAttributesOfUser } from './attributes-of-user.ts';
import { findRepository } from './find-repository.ts';

function makeRepository(): { readonly top: string; readonly git: (...words: readonly string[]) => string } {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'rook-repository-')));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', top, '-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  git('init', '-q');
  mkdirSync(join(top, 'a/b'), { recursive: true });
  writeFileSync(join(top, 'a/b/file'), 'x\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'all');
  return { top, git };
}

/** What git itself says. */
function askGit(folder: string): readonly string[] {
  const told = execFileSync('git', [
    '-C',
    folder,
    'rev-parse',
    '--absolute-git-dir',
    '--show-toplevel',
    '--show-prefix',
  ]);
  return told.toString().split('\n').slice(0, 3);
}

function seen(folder: string): readonly (string | undefined)[] {
  const found = findRepository(folder);
  return [found?.folder, found?.top, found?.prefix];
}

it('E-16 finds the repository that git finds: at the top, in a folder, in another work tree, behind a link', () => {
  const { top, git } = makeRepository();
  const tree = `${top}-tree`;
  onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
  git('worktree', 'add', '-q', '--detach', tree);
  for (const folder of [top, join(top, 'a'), join(top, 'a/b'), tree, join(tree, 'a/b')])
    expect(seen(folder)).toEqual(askGit(folder));
  renameSync(join(top, '.git'), join(top, 'elsewhere'));
  symlinkSync('elsewhere', join(top, '.git'));
  expect(findRepository(join(top, 'a'))?.lookAtIndex()).not.toBeNull();
});

it('E-16 finds none where there is none, and where what is called so is none', () => {
  const { top } = makeRepository();
  const inner = join(top, 'a');
  const spoiled: readonly ((path: string) => void)[] = [
    (path) => writeFileSync(path, ''),
    (path) => writeFileSync(path, 'gitdir: nowhere\n'),
    (path) => writeFileSync(path, 'gitdir: ../b\nand more\n'),
    (path) => writeFileSync(path, `gitdir: ${'x'.repeat(10_000)}\n`),
    (path) => mkdirSync(path),
    (path) => symlinkSync('nowhere', path),
    (path) => symlinkSync('.git', path),
  ];
  for (const spoil of spoiled) {
    spoil(join(inner, '.git'));
    expect(findRepository(inner)).toBeNull();
    rmSync(join(inner, '.git'), { recursive: true });
  }
  expect(findRepository('/')).toBeNull();
});

it('E-16 names the attributes above the workspace, with the way from where they hold', async () => {
  const { top } = makeRepository();
  writeFileSync(join(top, '.git/info/attributes'), 'of the repository\n');
  writeFileSync(join(top, '.gitattributes'), 'of the top\n');
  writeFileSync(join(top, 'a/.gitattributes'), 'of a\n');
  writeFileSync(join(top, 'a/b/.gitattributes'), 'of the workspace itself\n');
  const found = findRepository(join(top, 'a/b'))?.attributes() ?? [];
  expect(await Promise.all(found.map(async (one) => [one.way.join('/'), await one.read()]))).toEqual([
    ['a/b', 'of the repository\n'],
    ['a/b', 'of the top\n'],
    ['b', 'of a\n'],
  ]);
});

it('E-16 names the attributes of a user and a machine, wherever settings say that they lie', () => {
  const { top, git } = makeRepository();
  const home = join(top, 'home');
  mkdirSync(join(home, '.config/git'), { recursive: true });
  writeFileSync(join(home, '.gitconfig'), '[core]\n\tattributesFile = "~/own attributes" # mine\n');
  git('config', 'core.attributesFile', '/far/away');
  const found = findAttributesOfUser(join(top, '.git'), { HOME: home });
  expect(found).toEqual(
    expect.arrayContaining([
      '/etc/gitattributes',
      join(home, '.config/git/attributes'),
      join(home, 'own attributes'),
      '/far/away',
    ]),
  );
  const elsewhere = { HOME: home, XDG_CONFIG_HOME: join(top, 'settings') };
  expect(findAttributesOfUser(join(top, '.git'), elsewhere)).toContain(join(top, 'settings/git/attributes'));
});

it('E-16 reads the attributes of a user through a link', async () => {
  const { top } = makeRepository();
  const settings = join(top, 'settings');
  mkdirSync(join(settings, 'git'), { recursive: true });
  writeFileSync(join(top, 'kept'), '*.x filter=x\n');
  symlinkSync(join(top, 'kept'), join(settings, 'git/attributes'));
  vi.stubEnv('XDG_CONFIG_HOME', settings);
  onTestFinished(() => void vi.unstubAllEnvs());
  const read = (findRepository(top)?.attributes() ?? []).map(async (one) => one.read());
  expect(await Promise.all(read)).toContain('*.x filter=x\n');
});
