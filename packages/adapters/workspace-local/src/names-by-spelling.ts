import { basename, dirname } from 'node:path';

import { spellingKey } from '@rook/engine';

/** The names in a folder, so that those which are the same where the spelling does not count are found at once. */
export type NamesBySpelling = ReadonlyMap<string, readonly string[]>;

export function bySpelling(names: readonly string[]): NamesBySpelling {
  const spelled = new Map<string, string[]>();
  for (const name of names) {
    const key = spellingKey(name);
    const same = spelled.get(key);
    if (same === undefined) spelled.set(key, [name]);
    else same.push(name);
  }
  return spelled;
}

/** Another name that is the same one where the spelling does not count, and does not leave; null where there is none. */
export function twinAmong(names: NamesBySpelling, name: string, leaving: ReadonlySet<string>): string | null {
  const same = names.get(spellingKey(name)) ?? [];
  return same.find((other) => other !== name && !leaving.has(other)) ?? null;
}

/** The names of what lies at these places, by the folder in which it does. */
export function byFolder(places: Iterable<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const folders = new Map<string, Set<string>>();
  for (const real of places) {
    const folder = dirname(real);
    const names = folders.get(folder);
    if (names === undefined) folders.set(folder, new Set([basename(real)]));
    else names.add(basename(real));
  }
  return folders;
}
