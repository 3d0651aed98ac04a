import { cpSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** As many copies of the installed packages as make a tree of so many files. */
const LEAST_FILES = 30_000;

const SOURCE = join(import.meta.dirname, '..', 'node_modules');

export interface ChangedTree {
  readonly root: string;
  readonly count: number;
  /** Source files of an ordinary size, far from each other in the tree. */
  readonly files: readonly string[];
}

/** A tree of real files: the packages that are installed here, in their folders. */
export function makeChangedTree(root: string): ChangedTree {
  let count = 0;
  for (let copy = 0; count < LEAST_FILES; copy += 1) {
    const folder = join(root, `packages-${copy}`);
    cpSync(SOURCE, folder, { recursive: true, filter: (path) => !lstatSync(path).isSymbolicLink() });
    const made = listFiles(folder).length;
    if (made === 0) throw new Error(`There are no installed packages in ${SOURCE}.`);
    count += made;
  }
  const sources = listFiles(root).filter((path) => {
    const { size } = statSync(path);
    return /\.(?:[cm]?[jt]s|json|md)$/u.test(path) && size > 500 && size < 20_000;
  });
  const apart = Math.max(1, Math.floor(sources.length / 100));
  const files = sources.filter((_path, index) => index % apart === 0).map((path) => relative(root, path));
  return { root, count, files };
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((item) => item.isFile())
    .map((item) => join(item.parentPath, item.name));
}
