import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';

export interface ListedFile {
  readonly path: string;
  readonly isLink: boolean;
}

/**
 * The files that belong to the root, sorted, with forward slashes. In a git folder these are the tracked ones and
 * those that could be added; elsewhere the folder is walked. Build output and installed packages are left out.
 */
export function listFiles(root: string): ListedFile[] {
  const isGitFolder = existsSync(path.join(root, '.git'));
  const paths = isGitFolder ? askGit(root) : walkFolder(root, '');
  const listed: ListedFile[] = [];
  for (const file of new Set(paths)) {
    if (file.split('/').some((segment) => MADE_FOLDERS.has(segment))) continue;
    const stats = lstatSync(path.join(root, file), { throwIfNoEntry: false });
    if (stats?.isFile() === true) listed.push({ path: file, isLink: false });
    if (stats?.isSymbolicLink() === true) listed.push({ path: file, isLink: true });
  }
  return listed.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const MADE_FOLDERS: ReadonlySet<string> = new Set(['node_modules', 'dist']);

// Git ignores these; a copy of the repository without git has them too.
const UNTRACKED_FOLDERS: ReadonlySet<string> = new Set([...MADE_FOLDERS, '.git', '.rook', 'coverage']);

function askGit(root: string): string[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const;
  const listing = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    options,
  );
  return listing.split('\0').filter((file) => file !== '');
}

function walkFolder(root: string, folder: string): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const inside = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) found.push(inside);
    else if (!UNTRACKED_FOLDERS.has(entry.name)) found.push(...walkFolder(root, inside));
  }
  return found;
}
