import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { notesWorkTree } from './noted-work-tree.ts';

type Notes = typeof notesWorkTree;

interface Apart {
  readonly folder: string;
  /** Where the files are. */
  readonly tree: string;
  readonly git: string;
}

function makeApart(): Apart {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rook-apart-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [tree, git] = [join(folder, 'tree'), join(folder, 'apart.git')];
  mkdirSync(join(tree, 'src'), { recursive: true });
  writeFileSync(join(tree, 'src', 'a.txt'), 'one\n');
  writeFileSync(join(tree, 'a long name, so that it is padded otherwise.txt'), 'two\n');
  runGit(tree, 'init', '-q', `--separate-git-dir=${git}`);
  runGit(tree, 'add', '-A');
  return { folder, tree, git };
}

function runGit(cwd: string, ...words: readonly string[]): string {
  const env = {
    PATH: process.env['PATH'] ?? '/usr/bin:/bin',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
  };
  return execFileSync('git', words, { cwd, env, encoding: 'utf8' });
}

/** Each makes a folder and a git folder, and says whether they belong together. */
const CASES: Readonly<Record<string, (apart: Apart) => readonly [git: string, tree: string, is: boolean]>> = {
  'its own files': ({ git, tree }) => [git, tree, true],
  'its own files, moved with their folder': ({ git, tree, folder }) => {
    renameSync(tree, join(folder, 'moved'));
    return [git, join(folder, 'moved'), true];
  },
  'its own files, of which one was changed since': ({ git, tree }) => {
    writeFileSync(join(tree, 'src', 'a.txt'), 'other\n');
    return [git, tree, true];
  },
  'a copy of its files with their times': ({ git, tree, folder }) => {
    cpSync(tree, join(folder, 'copy'), { recursive: true, preserveTimestamps: true });
    return [git, join(folder, 'copy'), false];
  },
  'other names of its files': ({ git, tree, folder }) => {
    mkdirSync(join(folder, 'other', 'src'), { recursive: true });
    linkSync(join(tree, 'src', 'a.txt'), join(folder, 'other', 'src', 'a.txt'));
    return [git, join(folder, 'other'), false];
  },
  'a link to a folder of its files': ({ git, folder }) => {
    mkdirSync(join(folder, 'stranger'));
    symlinkSync('../tree/src', join(folder, 'stranger', 'src'));
    return [git, join(folder, 'stranger'), false];
  },
  'names that lead to its files': ({ git, tree }) => {
    mkdirSync(join(tree, 'src', 'inner'));
    // As long as the name that it had, so that nothing else in the index moves.
    const index = readFileSync(join(git, 'index'), 'latin1').replace('src/a.txt', '..//a.txt');
    writeFileSync(join(git, 'index'), index, 'latin1');
    return [git, join(tree, 'src', 'inner'), false];
  },
  'its own files, asked for by a link': ({ git, tree, folder }) => {
    symlinkSync(tree, join(folder, 'link'));
    return [git, join(folder, 'link'), true];
  },
  'no files': ({ git, folder }) => [git, folder, false],
  'the git folder of a folder': ({ git, tree, folder }) => {
    mkdirSync(join(folder, 'own'));
    renameSync(git, join(folder, 'own', '.git'));
    return [join(folder, 'own', '.git'), tree, false];
  },
  'an index that is cut off': ({ git, tree }) => {
    writeFileSync(join(git, 'index'), 'DIRC\0\0\0\u0002\0\0\0\u0009');
    return [git, tree, false];
  },
  'no index': ({ git, tree }) => {
    rmSync(join(git, 'index'));
    return [git, tree, false];
  },
};

function failures(notes: Notes): readonly string[] {
  return Object.entries(CASES).flatMap(([title, make]) => {
    const [git, tree, is] = make(makeApart());
    return notes(git, tree) === is ? [] : [title];
  });
}

it('T-14 a git folder that is kept apart is known by the files that it noted, and by nothing that can be copied', () => {
  expect(failures(notesWorkTree)).toEqual([]);
});

function listNoted(git: string): readonly { readonly path: string; readonly text: string }[] {
  const told = runGit('/', `--git-dir=${git}`, 'ls-files', '--debug');
  return told.split(/\n(?=\S)/u).map((text) => ({ path: text.split('\n')[0] ?? '', text }));
}

const hasIndex = (git: string): boolean =>
  existsSync(join(git, 'index')) && lstatSync(join(git, 'index')).size > 20;

const TWINS: Readonly<Record<string, Notes>> = {
  'believes every index': hasIndex,
  'believes names': (git, folder) =>
    hasIndex(git) && listNoted(git).some(({ path }) => existsSync(join(folder, path))),
  'believes sizes and times that anybody can set': (git, folder) =>
    hasIndex(git) &&
    listNoted(git).some(({ path, text }) => {
      if (!existsSync(join(folder, path))) return false;
      const { size, mtimeMs } = lstatSync(join(folder, path));
      return text.includes(`mtime: ${Math.floor(mtimeMs / 1000)}:`) && text.includes(`size: ${size}\t`);
    }),
  'believes none': () => false,
};

it.each(Object.entries(TWINS))('T-14 who %s is found out', (_title, twin) => {
  expect(failures(twin)).not.toEqual([]);
});
