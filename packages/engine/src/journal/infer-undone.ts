import type { ContentHash } from '@rook/contract';

import { isPermissionsOnly, type HistoryFile, type HistorySet, type UndoneSet } from './history-set.ts';

/** What a set did to a file, as long as nothing took it back. */
interface Standing {
  readonly set: HistorySet;
  readonly file: HistoryFile;
  /** What it took back itself, oldest first. */
  readonly undone: readonly Standing[];
}

/**
 * The ledger does not say what a rewind took back. It follows where contents lead, byte for byte, from set to set to the one that was
 * brought back; where they do not, nothing is inferred. Sets of journals say it themselves and stay as they are.
 */
export function inferUndone(sets: readonly HistorySet[]): readonly HistorySet[] {
  const edits = new Map<string, Standing[]>();
  const rewinds = new Map<string, Standing[]>();
  return sets.map((set) => {
    const all: Standing[] = [];
    for (const file of set.files) {
      const from = set.kind === 'rewind' ? edits : set.kind === 'forward' ? rewinds : null;
      const undone = from === null ? [] : takeChain(from, file);
      all.push(...undone.toReversed());
      if (set.kind === 'forward') for (const one of undone.flatMap((back) => back.undone)) push(edits, one);
      else push(set.kind === 'rewind' ? rewinds : edits, { set, file, undone });
    }
    return set.ledger === undefined || all.length === 0 ? set : { ...set, undoes: undoesOf(all) };
  });
}

function push(standing: Map<string, Standing[]>, one: Standing): void {
  const list = standing.get(one.file.path) ?? [];
  list.push(one);
  standing.set(one.file.path, list);
}

/** Those that lead from what the file was to what it became, oldest first; they stand no more. */
function takeChain(standing: Map<string, Standing[]>, told: HistoryFile): Standing[] {
  const { path, from, before, after } = told;
  // What changed permissions alone leads from no content to another.
  const isLike = ({ file }: Standing): boolean => isPermissionsOnly(file) === isPermissionsOnly(told);
  const chain: Standing[] = [];
  let [name, content]: [string, ContentHash | null] = [from, before];
  do {
    const one = standing
      .get(name)
      ?.findLast((each) => each.file.after === content && isLike(each) && !chain.includes(each));
    if (one === undefined) return [];
    chain.unshift(one);
    [name, content] = [one.file.from, one.file.before];
  } while (name !== path || content !== after);
  for (const one of chain) {
    const list = standing.get(one.file.path) ?? [];
    standing.set(
      one.file.path,
      list.filter((each) => each !== one),
    );
  }
  return chain;
}

/** The newest first, as a rewind writes it down. */
function undoesOf(standing: readonly Standing[]): readonly UndoneSet[] {
  const undoes = new Map<HistorySet, UndoneSet>();
  for (const { set, file } of standing) {
    const paths = undoes.get(set)?.paths ?? [];
    undoes.set(set, {
      session: set.session,
      id: set.id,
      paths: [...new Set([...paths, file.path, file.from])],
      already: [],
    });
  }
  return [...undoes.values()];
}
