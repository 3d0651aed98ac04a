import { ck3raven, rook } from '@rook/contract';

import type { ReadArguments } from '../commands/read-arguments.ts';
import { createPathPattern } from '../ports/path-patterns.ts';
import type { FoundBelow } from './walk-below.ts';

/** Which files a recursive `grep` leaves out for certain. */
export interface SearchFilter {
  readonly skipsFolder: (found: FoundBelow) => boolean;
  readonly skipsFile: (name: string) => boolean;
  /** Only files of some names are looked into, so that a folder alone shows nothing. */
  readonly hasIncludes: boolean;
}

/** Contents by their hash: no name in there has an ending that anybody would look for. */
const BY_HASH = ['.git/objects', ...[rook, ck3raven].map(({ folder }) => `${folder}/blobs`)];

/**
 * Only what is certain counts: patterns of plain letters and stars, and names of files by `--include` or `--exclude` alone, because of
 * both the last one that fits decides.
 */
export function createSearchFilter(patterns: ReadArguments['patterns']): SearchFilter {
  const given = (flag: string) => patterns.filter((one) => one.flag === flag).map(({ value }) => value);
  const folders = testsOf(given('--exclude-dir'));
  const [includes, excludes] = [given('--include'), given('--exclude')];
  const isPlain = includes.length > 0 && includes.every(isCertain) && excludes.length === 0;
  const included = testsOf(includes);
  const excluded = includes.length === 0 ? testsOf(excludes) : [];
  const hasEndings = isPlain && includes.every((pattern) => /^\*\.(?!pack$|idx$|rev$)\w+$/u.test(pattern));
  return {
    hasIncludes: isPlain,
    skipsFolder: ({ name, path }) => folders.some((fits) => fits(name)) || (hasEndings && isByHash(path)),
    skipsFile: (name) =>
      (isPlain && !included.some((fits) => fits(name))) || excluded.some((fits) => fits(name)),
  };
}

function isByHash(path: string): boolean {
  return BY_HASH.some((folder) => path === folder || path.endsWith(`/${folder}`));
}

function testsOf(patterns: readonly string[]): readonly ((name: string) => boolean)[] {
  return patterns.filter(isCertain).map((pattern) => {
    const path = createPathPattern([pattern.replaceAll(/\*{2,}/gu, '*')]);
    return (name) => path.matches([name]);
  });
}

function isCertain(pattern: string): boolean {
  return /^[\w.*@+,~ -]+$/u.test(pattern);
}
