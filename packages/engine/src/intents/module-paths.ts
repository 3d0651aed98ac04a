import { posix } from 'node:path';

/** Where files of a change set went: from the old path to the new one. */
export type MovedPaths = ReadonlyMap<string, string>;

const ENDING = /\.(?:d\.ts|[cm]?[jt]sx?)$/u;

/**
 * What a relative import of a script leads to, the same for every spelling and before and after a move; null for a
 * specifier that is not relative.
 */
export function resolveImport(path: string, specifier: string, moved: MovedPaths): string | null {
  if (!/^\.{1,2}(?:\/|$)/u.test(specifier)) return null;
  const target = posix.normalize(posix.join(posix.dirname(path), specifier));
  const key = moduleKey(target);
  for (const [from, to] of moved) if (moduleKey(from) === key) return moduleKey(to);
  return key;
}

/** A script without its ending, and a folder's `index` as the folder. */
export function moduleKey(path: string): string {
  return path
    .replace(ENDING, '')
    .replace(/(?:^|\/)index$/u, '')
    .replace(/\/$/u, '');
}

/** Whether an import of Python may mean a file: `a.b` means `…/a/b.py` and `…/a/b/__init__.py`, and dots are not counted. */
export function meansPythonFile(moduleName: string, path: string): boolean {
  const wanted = moduleName.replace(/^\.+/u, '').split('.').join('/');
  const file = path.replace(/(?:\/__init__)?\.pyw?$/u, '');
  return wanted !== '' && (file === wanted || file.endsWith(`/${wanted}`));
}
