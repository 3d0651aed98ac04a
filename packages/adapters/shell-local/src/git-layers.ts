import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

import { kindOf, realPath } from './look-at-path.ts';
import { notesWorkTree } from './noted-work-tree.ts';

/**
 * What is laid over the system of files, one upon the other: a path that can be written, one that can only be read, or one that is
 * not there and shall stay an empty folder or an empty file.
 */
export interface Layer {
  readonly kind: 'open' | 'closed' | 'empty' | 'blank';
  readonly path: string;
}

/** What is written here is run later, when somebody who is not confined uses git. */
const STARTS_PROGRAMS: readonly string[] = ['hooks', 'config', 'config.worktree'];
/** By these a folder of a worktree says whose it is, and where the settings lie. */
const SAYS_WHOSE: readonly string[] = ['commondir', 'gitdir', 'config.worktree'];

/**
 * The git folders of the repository in which `root` lies: what git writes when it commits can be written, what starts programs can
 * not. Where `.git` is a file (a worktree, a submodule), anybody who packed the workspace may have written what it says; so a folder
 * elsewhere is opened only if it names this one in turn, or has noted its very files.
 */
export function gitLayers(root: string): readonly Layer[] {
  for (let folder = root; ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    switch (kindOf(git)) {
      case 'file':
        return [{ kind: 'closed', path: git }, ...fileLayers(git)];
      case 'link':
        return closeLink(git);
      case 'folder':
        if (folder === root || kindOf(join(git, 'HEAD')) !== 'missing') return folderLayers(git);
        break;
      case 'missing':
        break;
    }
    if (folder === dirname(folder)) return [];
  }
}

function folderLayers(git: string): readonly Layer[] {
  return [openFolder(git), ...closeFolder(git)];
}

/** Nothing can lie upon a link, so whoever may write beside it could put something else in its place. */
function openFolder(git: string): Layer {
  return { kind: isSafeToOpen(git) ? 'open' : 'closed', path: git };
}

export function isSafeToOpen(git: string): boolean {
  return STARTS_PROGRAMS.every((name) => kindOf(join(git, name)) !== 'link');
}

export function closeFolder(git: string): readonly Layer[] {
  const there = STARTS_PROGRAMS.map((name) => join(git, name)).filter((path) => kindOf(path) !== 'missing');
  const hooks = join(git, 'hooks');
  return [
    ...there.flatMap(closePath),
    ...(kindOf(hooks) === 'missing' ? [{ kind: 'empty' as const, path: hooks }] : []),
    ...keepBlank(git, git),
  ];
}

/** A link that leads to nothing must not lead to something later. */
function closePath(path: string): readonly Layer[] {
  if (realPath(path) !== null) return [{ kind: 'closed', path }];
  const aim = aimOf(path);
  return aim === null ? [] : [{ kind: basename(path) === 'hooks' ? 'empty' : 'blank', path: aim }];
}

const MOST_LINKS = 40;

function aimOf(link: string, links = 0): string | null {
  const folder = realPath(dirname(link));
  const text = readLink(link);
  if (folder === null || text === null || links > MOST_LINKS) return null;
  const aim = resolve(folder, text);
  return kindOf(aim) === 'link' ? aimOf(aim, links + 1) : aim;
}

/** Git reads settings of one worktree where those of all say so. */
function keepBlank(git: string, common: string): readonly Layer[] {
  const path = join(git, 'config.worktree');
  const isRead = /worktreeconfig/iu.test(readText(join(common, 'config')) ?? '');
  return isRead && kindOf(path) === 'missing' ? [{ kind: 'blank', path }] : [];
}

/** What it leads to is not opened: in a place that can be written, the link may be of anybody's making. */
function closeLink(git: string): readonly Layer[] {
  const real = realPath(git);
  return real === null || kindOf(real) !== 'folder' ? [] : closeFolder(real);
}

/** The folder that a file `.git` names, and the one whose settings count there: another one for a worktree, else null. */
function namedBy(file: string): { readonly git: string; readonly common: string | null } | null {
  const named = /^gitdir: ([^\n]+)/u.exec(readText(file) ?? '')?.[1]?.trim();
  const git = named === undefined ? null : realPath(resolve(dirname(file), named));
  if (git === null || kindOf(git) !== 'folder') return null;
  const shared = readText(join(git, 'commondir'));
  const common = shared === null ? null : realPath(resolve(git, shared.trim()));
  return { git, common: common === null || kindOf(common) !== 'folder' ? null : common };
}

/** What starts programs in the folder that a file `.git` names can only be read; nothing is opened. */
function closeNamed(file: string): readonly Layer[] {
  const named = namedBy(file);
  if (named === null) return [];
  const { git, common } = named;
  return common === null ? closeFolder(git) : [...closeFolder(common), ...closeWhose(git, common)];
}

/**
 * The same with the file itself. Of a worktree that its repository lists, only what it has in common with the others: the rest is
 * taken away when it is removed, and git would stop half way.
 */
export function closeFile(file: string): readonly Layer[] {
  const named = namedBy(file);
  const common = named?.common ?? null;
  return named !== null && common !== null && isWorktree({ git: named.git, common, file })
    ? closeFolder(common)
    : [{ kind: 'closed', path: file }, ...closeNamed(file)];
}

function closeWhose(git: string, common: string): readonly Layer[] {
  return [
    ...SAYS_WHOSE.map((name) => join(git, name))
      .filter((path) => kindOf(path) !== 'missing')
      .flatMap(closePath),
    ...keepBlank(git, common),
  ];
}

function fileLayers(file: string): readonly Layer[] {
  const named = namedBy(file);
  if (named === null) return [];
  const { git, common } = named;
  if (kindOf(join(git, 'commondir')) === 'missing' && isOfTree(git, dirname(file))) return folderLayers(git);
  if (common === null || !isWorktree({ git, common, file })) return closeNamed(file);
  const opened = openFolder(common);
  const isSafe = opened.kind === 'open' && SAYS_WHOSE.every((name) => kindOf(join(git, name)) !== 'link');
  return [
    opened,
    ...closeFolder(common),
    { kind: 'closed', path: join(common, 'worktrees') },
    { kind: isSafe ? 'open' : 'closed', path: git },
    ...closeWhose(git, common),
  ];
}

/** The repository keeps a list of its worktrees, each with the file that leads to it. */
function isWorktree(place: {
  readonly git: string;
  readonly common: string;
  readonly file: string;
}): boolean {
  const { git, common, file } = place;
  const back = readText(join(git, 'gitdir'))?.trim();
  if (back === undefined || back === '' || join(common, 'worktrees', basename(git)) !== git) return false;
  return realPath(resolve(git, back)) === realPath(file);
}

/** Its settings name the folder of its files, as those of a submodule do; where they name none, its index knows them. */
function isOfTree(git: string, folder: string): boolean {
  const settings = readText(join(git, 'config'));
  if (settings === null || readText(join(git, 'HEAD')) === null) return false;
  const named = /^\s*worktree\s*=\s*"?([^"\n]+?)"?\s*$/imu.exec(settings)?.[1];
  if (named !== undefined) return realPath(resolve(git, named)) === realPath(folder);
  const isBare = /^[ \t]*bare\b(?![ \t]*=[ \t]*false[ \t]*$)/imu.test(settings);
  return !isBare && !/worktree[ \t]*=/iu.test(settings) && notesWorkTree(git, folder);
}

const MOST_BYTES = 1_000_000;

/** Null where there is no such file, or it is no short text. */
export function readText(path: string): string | null {
  try {
    const found = lstatSync(path);
    return found.isFile() && found.size <= MOST_BYTES ? readFileSync(path, 'utf8') : null;
  } catch {
    return null;
  }
}

function readLink(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}
