import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createLocalShell } from '@rook/shell-local';
import { findEmptyRepository, createKeptBytes } from '@rook/store-local';
import { createLocalWorkspace } from '@rook/workspace-local';

import type { Shell, Workspace } from '../packages/engine/src/index.ts';
import { createWorkspaceWatch, type BegunWatch } from '../packages/engine/src/tools/watch-workspace.ts';

/** Names so long that the index of few files is a large one. */
const LONG = 'x'.repeat(230);
const FOLDERS = 30;
const FILES = 90;

export function pathOf(folder: number, file: number): string {
  return `d${folder}/sub/${file}-${LONG}`;
}

export interface WatchRoom {
  readonly root: string;
  readonly at: (path: string) => string;
  readonly git: (...words: readonly string[]) => string;
  readonly remove: () => void;
}

/** A repository in which git is asked to look, because it has so much noted. */
export function makeWatchRoom(): WatchRoom {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'rook-watch-')));
  const at = (path: string): string => join(root, path);
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    mkdirSync(at(`d${folder}/sub`), { recursive: true });
    for (let file = 0; file < FILES; file += 1)
      writeFileSync(at(pathOf(folder, file)), `${folder} ${file}\n`);
  }
  for (const [path, text] of Object.entries(OTHERS)) {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  }
  mkdirSync(at('.rook'));
  git('init', '-q', '-b', 'main');
  git('config', 'gc.auto', '0');
  writeFileSync(at('.git/info/exclude'), '.rook/\n');
  // Of an index that is written in the second of all its files git believes nothing.
  execFileSync('sleep', ['1.5']);
  git('add', '-A');
  git('add', '-f', 'gen/kept');
  git('commit', '-q', '-m', 'all');
  writeFileSync(at('untracked'), 'one\n');
  writeFileSync(at('gen/made'), 'made\n');
  return { root, at, git, remove: () => rmSync(root, { recursive: true, force: true }) };
}

const OTHERS = {
  'gen/kept': 'kept\n',
  '.gitignore': 'gen/\n',
  'd0/.gitignore': 'nothing\n',
  'd1/tracked': 'tracked\n',
};

export interface TestWatch {
  /** What was found different when what was done meanwhile was done: path, and what was there and is there now. */
  readonly begin: () => Promise<{ readonly end: () => Promise<readonly string[]> }>;
  /** How often git was asked to look. */
  readonly asked: () => number;
}

export interface WatchWish {
  /** Whether git is asked, and what was seen is kept for the next one. */
  readonly withGit: boolean;
  readonly shell?: (shell: Shell) => Shell;
  readonly workspace?: (workspace: Workspace) => Workspace;
}

export function createTestWatch({ root }: Pick<WatchRoom, 'root'>, wish: WatchWish): TestWatch {
  let asked = 0;
  const plain = createLocalShell();
  const counting: Shell = {
    ...plain,
    run: async (program, watch) => {
      if (program.args.includes('diff-files')) asked += 1;
      return plain.run(program, watch);
    },
  };
  const options = wish.withGit
    ? {
        kept: createKeptBytes({ folder: join(root, '.rook'), name: 'folders' }),
        keptNotes: createKeptBytes({ folder: join(root, '.rook'), name: 'noted' }),
        emptyRepository: findEmptyRepository,
      }
    : {};
  const workspace = createLocalWorkspace(root, options);
  const watch = createWorkspaceWatch({
    workspace: wish.workspace?.(workspace) ?? workspace,
    shell: wish.shell?.(counting) ?? counting,
    clock: { now: () => new Date() },
    ignore: [],
  });
  return {
    asked: () => asked,
    begin: async () => {
      const begun = await watch.begin();
      if (!begun.ok) throw new Error(begun.error.message);
      return { end: async () => listChanges(begun.value) };
    },
  };
}

async function listChanges(begun: BegunWatch): Promise<readonly string[]> {
  const ended = await begun.end();
  if (!ended.ok) throw new Error(ended.error.message);
  const all: string[] = [];
  for await (const { path, before, after } of ended.value.files)
    all.push(`${path.replace(LONG, '')}: ${textOf(before)} > ${textOf(after)}`);
  return all;
}

function textOf(content: Uint8Array | 'unknown' | null): string {
  return content instanceof Uint8Array ? Buffer.from(content).toString().trim() : String(content);
}
