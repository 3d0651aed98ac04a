/** Which paths of a set are files on one side of it and folders on the other: of two of them one lies inside the other. */
export interface KindChanges {
  /** The outermost other path of the set that this one lies inside of; null where there is none. */
  outerOf(path: string): string | null;
  /** Whether it lies inside another path of the set, or another lies inside it. */
  has(path: string): boolean;
}

export function findKindChanges(paths: Iterable<string>): KindChanges {
  const all = new Set(paths);
  const outers = new Map<string, string>();
  for (const path of all) {
    const outer = foldersAbove(path).find((folder) => all.has(folder));
    if (outer !== undefined) outers.set(path, outer);
  }
  const changed = new Set([...outers].flat());
  return { outerOf: (path) => outers.get(path) ?? null, has: (path) => changed.has(path) };
}

/** The folders on the way to a path, outer ones first. */
export function foldersAbove(path: string): readonly string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_name, index) => names.slice(0, index + 1).join('/'));
}
