import { hasName } from '../ports/folder-names.ts';
import type { Survey } from '../ports/workspace.ts';

/** What lies in a git folder that has no files of its own around it. */
const BARE = ['HEAD', 'config', 'objects', 'refs'] as const;

/** To close each takes the sandbox a moment; those nearest to the root count. */
const MOST_REPOSITORIES = 100;

/**
 * Of the repositories in folders of a workspace: each git folder, or the file that leads to it, from the root on. `''` is the root itself, where
 * that is one. The look before a command has read the names, so nothing is read again; what is ignored it has not seen.
 */
export function findNestedRepositories({ files }: Pick<Survey, 'files'>): readonly string[] {
  const found: string[] = [];
  for (const [folder, { names }] of files.folders) {
    const git = `${folder}/.git`;
    if (folder !== '' && hasName(names, '.git') && !files.isLink(git)) found.push(git);
    if (BARE.every((name) => hasName(names, name))) found.push(folder);
  }
  return found.toSorted((a, b) => depthOf(a) - depthOf(b)).slice(0, MOST_REPOSITORIES);
}

function depthOf(path: string): number {
  return path === '' ? 0 : path.split('/').length;
}

/**
 * Without those that the words of a command change as a whole, as `rm -r vendor/lib` does: what is closed could be neither removed nor
 * moved. Of a folder `.git` that was judged by its own name, because it is protected; of one without files around it, by any folder
 * around it. The root is never meant.
 */
export function leaveNamed(repositories: readonly string[], named: ReadonlySet<string>): readonly string[] {
  return repositories.filter((git) => {
    if (git.endsWith('/.git')) return !named.has(git);
    for (let path = git; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/'))))
      if (named.has(path)) return false;
    return true;
  });
}
