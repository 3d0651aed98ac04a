import type { HistoryFile, HistorySet } from './history-set.ts';

/**
 * A set that only notes what somebody had undone by hand wrote nothing. So that it can be undone like any other, it has the files
 * that it would have written: each from what the undone sets had made of it to what it was before them.
 */
export function withNotedFiles(sets: readonly HistorySet[]): readonly HistorySet[] {
  if (!sets.some((set) => isNote(set))) return sets;
  const known = new Map<string, HistorySet>();
  return sets.map((set) => {
    const whole = isNote(set) ? { ...set, files: notedFiles(set, known) } : set;
    known.set(`${set.session}/${set.id}`, whole);
    return whole;
  });
}

function isNote(set: HistorySet): boolean {
  return set.undoes.some(({ already }) => already.length > 0) && set.files.length === 0;
}

function notedFiles({ undoes }: HistorySet, known: ReadonlyMap<string, HistorySet>): readonly HistoryFile[] {
  const files: HistoryFile[] = [];
  // The newest comes first: what an older one did to the same file goes on from there.
  for (const { session, id, already } of undoes)
    for (const file of known.get(`${session}/${id}`)?.files ?? []) {
      if (!already.includes(file.path)) continue;
      const place = files.findIndex(({ path }) => path === file.path);
      const newer = files[place] ?? {
        from: file.path,
        before: file.after,
        ...(file.isLink === undefined ? {} : { wasLink: file.isLink }),
      };
      const modes = modesBack(file, files[place]);
      const back: HistoryFile = {
        from: newer.from,
        path: file.from,
        before: newer.before,
        ...(newer.wasLink === undefined ? {} : { wasLink: newer.wasLink }),
        after: file.before,
        ...(file.wasLink === undefined ? {} : { isLink: file.wasLink }),
        ...modes,
        added: file.removed,
        removed: file.added,
        hunks: undefined,
      };
      if (place === -1) files.push(back);
      else files[place] = back;
    }
  return files;
}

/** Permissions go back like contents: from those of the newest set to those before the oldest. */
function modesBack(
  { beforeMode, afterMode }: HistoryFile,
  newer: HistoryFile | undefined,
): Pick<HistoryFile, 'beforeMode' | 'afterMode'> {
  const from = newer?.beforeMode ?? afterMode;
  const to = afterMode === undefined ? newer?.afterMode : beforeMode;
  return from === undefined || to === undefined ? {} : { beforeMode: from, afterMode: to };
}
