import type { ReadArguments } from '../commands/read-arguments.ts';
import { createSearchFilter } from './search-filter.ts';
import { walkBelow, type Folders, type FoundBelow } from './walk-below.ts';

/** A search through folders, as its words say it. */
export interface Search {
  /** Where it begins, from the root of the workspace on. */
  readonly places: readonly string[];
  readonly patterns: ReadArguments['patterns'];
  /** It goes on behind links. */
  readonly follows: boolean;
}

type Pattern = ReadArguments['patterns'][number];

/** Folders with so much in them that nobody looks at it before; a search seldom means them. */
const FILLED: ReadonlySet<string> = new Set([
  'node_modules',
  '.venv',
  'venv',
  'target',
  'dist',
  'build',
  'out',
  'vendor',
  'coverage',
]);

/** More words than that nobody adds. */
const MOST_WORDS = 8;
const MOST_NAMES = 4000;

/**
 * The words with which a recursive search leaves out what it would be asked about for; null where there are none that can be
 * named. They are tried: `judge` says what is against the search with them.
 */
export async function adviseSearch(
  folders: Folders,
  search: Search,
  judge: (folders: Folders, search: Search) => Promise<string | null>,
): Promise<readonly string[] | null> {
  for (const isShort of [false, true]) {
    const added = await collectWords(folders, search, isShort);
    if (added === null || added.length === 0 || added.length > MOST_WORDS) continue;
    const tried = { ...search, patterns: [...search.patterns, ...added] };
    if ((await judge(anew(folders), tried)) === null)
      return added.map(({ flag, value }) => `${flag}=${value}`);
  }
  return null;
}

/** What was looked at before does not count against the second look. */
function anew(folders: Folders): Folders {
  return { ...folders, room: { left: MOST_NAMES } };
}

/** Null where something is in the way that no word leaves out. */
async function collectWords(
  folders: Folders,
  { places, patterns, follows }: Search,
  isShort: boolean,
): Promise<readonly Pattern[] | null> {
  const filter = createSearchFilter(patterns);
  const added = new Map<string, Pattern>();
  const leaveOut = (flag: string, value: string) => added.set(`${flag}=${value}`, { flag, value });
  const { policy } = folders;
  const skips = (found: FoundBelow): boolean => {
    const { name, path } = found;
    if (filter.skipsFolder(found)) return true;
    if (!(policy.isSecret(path) || (isShort && FILLED.has(name)))) return false;
    leaveOut('--exclude-dir', name);
    return true;
  };
  const judge = async ({ name, path, kind }: FoundBelow): Promise<null> => {
    if (kind !== 'folder' && !filter.skipsFile(name) && policy.isSecret(path)) leaveOut('--exclude', name);
    return null;
  };
  const fresh = anew(folders);
  for (const from of places)
    if ((await walkBelow(fresh, { from, judge, skips, follows })) !== null) return null;
  const words = [...added.values()];
  return words.every(({ value }) => /^[\w.@+-]+$/u.test(value)) ? words : null;
}
