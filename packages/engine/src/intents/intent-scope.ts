import { createPathPattern, expandBraces, splitNames, type PathPattern } from '../ports/path-patterns.ts';
import { spellingKey } from '../ports/spelling-key.ts';
import type { Intent } from './intent.ts';

/**
 * Whether a file belongs to the scope of an intent, by its real path from the root of the workspace. A pattern begins at
 * the root. One that names a folder covers what lies in it; `*` stays within a name and `**` does not. A pattern that is
 * empty, absolute or climbs with `..` covers nothing. One that begins with `!` takes out what others cover. A draft
 * covers nothing.
 */
export function createScopeTest({
  ownedScope,
  isDraft,
}: Pick<Intent, 'ownedScope' | 'isDraft'>): (path: string) => boolean {
  if (isDraft) return () => false;
  const isCovered = createGlobs(ownedScope.filter((pattern) => !pattern.startsWith('!')));
  const taken = ownedScope.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const isTaken = createGlobs(taken);
  // What is taken out is taken out in any spelling: on many disks it is the same file.
  const isSpelled = createGlobs(taken.map(spellingKey));
  return (path) => isCovered(path) && !isTaken(path) && !isSpelled(spellingKey(path));
}

function createGlobs(patterns: readonly string[]): (path: string) => boolean {
  const parsed = patterns.flatMap(expandBraces).flatMap(readPattern);
  return (path) => {
    const names = splitNames(path);
    const isInside = names.length > 0 && !path.startsWith('/') && !names.includes('..');
    return isInside && parsed.some((pattern) => pattern.matches(names));
  };
}

const ABSOLUTE = /^(?:[/\\~]|[A-Za-z]:)/u;

function readPattern(given: string): readonly PathPattern[] {
  const pattern = given.trim().replace(/^(?:\.\/)+/u, '');
  const names = splitNames(pattern);
  if (names.length === 0 || ABSOLUTE.test(pattern) || names.includes('..') || names.includes('.')) return [];
  const isFolder = pattern.endsWith('/') || !/[*?[\\]/u.test(names.at(-1) ?? '');
  return isFolder
    ? [createPathPattern(names), createPathPattern([...names, '**'])]
    : [createPathPattern(names)];
}

/** Why a pattern can never cover what it seems to say; null where it can. */
export function explainPattern(given: string): string | null {
  const pattern = given.replace(/^!/u, '').trim();
  const wrong = expandBraces(pattern).flatMap((one) => explainOne(one) ?? []);
  return wrong[0] ?? null;
}

function explainOne(given: string): string | null {
  const pattern = given.replace(/^(?:\.\/)+/u, '');
  const names = splitNames(pattern);
  if (ABSOLUTE.test(pattern)) return 'it is absolute, and patterns begin at the root of the workspace';
  if (names.length === 0) return 'it is empty';
  if (names.includes('..')) return 'it climbs with .., and scopes end at the root of the workspace';
  if (names.includes('.')) return 'it has a . between its slashes';
  const glued = names.find((name) => name.includes('**') && name !== '**');
  if (glued !== undefined)
    return `** stands for folders only between slashes; for all in a folder say ${glued.replaceAll(/\*+/gu, '')}/**`;
  if (/\\[\p{L}\p{N}]/u.test(pattern))
    return 'folders are parted by /, and a backslash takes the meaning of what follows';
  return null;
}
