import { lstatSync, renameSync } from 'node:fs';

const MOST_NAMES = 1000;

/** Gives a file a name beside it that nobody has, and answers with it; null where it could not be renamed. */
export function setFileAside(path: string): string | null {
  for (let index = 1; index <= MOST_NAMES; index += 1) {
    const aside = `${path}.set-aside-${index}`;
    if (isThere(aside)) continue;
    try {
      renameSync(path, aside);
      return aside;
    } catch {
      return null;
    }
  }
  return null;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
