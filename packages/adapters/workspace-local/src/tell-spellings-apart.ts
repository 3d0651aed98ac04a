import { lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { FileWrite } from '@rook/engine';

/**
 * Whether the disk takes two paths that differ only in how they are spelled for two, as far as what lies there tells; nothing is written.
 * Where it would not after all, nothing is written over: no file is ever renamed over another, and no folder taken for one that was made.
 */
export function tellsApart(root: string, path: string, other: string): boolean {
  const [names, others] = [path.split('/'), other.split('/')];
  const at = names.findIndex((name, index) => name !== others[index]);
  const [name, twin] = [names[at], others[at]];
  if (name === undefined || twin === undefined) return false;
  // A disk can tell large letters from small ones and still know one way alone to write an accent.
  const isOnlyCase = name.normalize('NFC') === name && twin.normalize('NFC') === twin;
  if (!isOnlyCase && process.platform !== 'linux') return false;
  return tellsCase(root, join(root, ...names.slice(0, at)));
}

/** A change that makes a file which was there before, so that its name is nobody's mistake. */
export function comesBack({ expected, bytes, comesBack: isBack }: FileWrite): boolean {
  return expected !== null || bytes === null || isBack === true;
}

/** By the names that are in a folder, or in the nearest one above that has a name with letters; false where nothing tells. */
function tellsCase(root: string, folder: string): boolean {
  const verdict = judgeNames(folder);
  if (verdict !== null) return verdict;
  return folder === root
    ? (judgeNames(dirname(root), basename(root)) ?? false)
    : tellsCase(root, dirname(folder));
}

function judgeNames(folder: string, only?: string): boolean | null {
  try {
    const all = readdirSync(folder);
    for (const name of only === undefined ? all : [only]) {
      const swapped = swapCase(name);
      if (swapped === name) continue;
      return (
        all.includes(swapped) || lstatSync(join(folder, swapped), { throwIfNoEntry: false }) === undefined
      );
    }
  } catch {
    // It is not there, or closed to us.
  }
  return null;
}

/** Only signs that every disk takes for a large and a small one of the same letter. */
function swapCase(name: string): string {
  return name.replace(/[a-z]|[A-Z]/gu, (letter) =>
    letter < 'a' ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
