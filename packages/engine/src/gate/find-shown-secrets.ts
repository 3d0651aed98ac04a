import type { CommandPolicy } from '../commands/command-policy.ts';
import { WALK_SIGNS } from '../commands/judge-operands.ts';
import { withoutHarmless } from '../commands/judge-segment.ts';
import { placePath } from '../commands/place-path.ts';
import { findProgramRule } from '../commands/program-rules.ts';
import { readArguments, type ReadArguments } from '../commands/read-arguments.ts';
import type { ShellSegment } from '../commands/read-shell.ts';
import type { ShellWord } from '../commands/read-word.ts';
import { shortenName } from '../commands/shorten.ts';
import { adviseSearch, type Search } from './advise-search.ts';
import type { ExpandedSegment } from './expand-segments.ts';
import { createSearchFilter } from './search-filter.ts';
import { judgeFound, walkBelow, type Folders } from './walk-below.ts';

/** Programs that show names and no content. */
export const NAMES_ONLY: ReadonlySet<string> = new Set(['ls', 'echo', 'find', 'mkdir', 'touch']);

/**
 * What a program would show that its words do not name: the files that its patterns match, and those below folders that it goes
 * through. Answers with why it asks; null where all of them are plain files of the workspace.
 */
export async function findShownSecrets(
  folders: Folders,
  { segment, passed }: Pick<ExpandedSegment, 'segment' | 'passed'>,
): Promise<string | null> {
  if (!NAMES_ONLY.has(segment.words[0]?.value ?? '')) {
    for (const found of passed) {
      const why = await judgeFound(folders, found);
      if (why !== null) return `its patterns match ${why}`;
    }
  }
  const read = readProgram(segment, folders.policy);
  if (read?.program === 'grep') return judgeSearch(folders, read.arguments);
  if (read?.program === 'find') return judgeWalk(folders, read.arguments);
  return read?.program === 'git diff' ? judgeComparison(folders, read.arguments) : null;
}

interface ReadProgram {
  readonly program: string;
  readonly arguments: ReadArguments;
}

/** Its words as the program itself reads them. */
function readProgram(segment: ShellSegment, policy: CommandPolicy): ReadProgram | null {
  const words = withoutHarmless(segment.words);
  const found = findProgramRule(words.map(({ value }) => value));
  if (found === null) return null;
  const { rule, length } = found;
  return { program: rule.tokens, arguments: readArguments(rule, words.slice(length), policy) };
}

const FOLLOWS_LINKS = ['-R', '--dereference-recursive'];
const RECURSIVE = ['-r', '--recursive', ...FOLLOWS_LINKS];
const PATTERN_GIVEN = ['-e', '-f', '--regexp', '--file'];

/** `grep -r` shows files that nobody has named. Where words can be added that leave out what is in the way, it says which. */
async function judgeSearch(folders: Folders, read: ReadArguments): Promise<string | null> {
  if (!RECURSIVE.some((flag) => read.flags.has(flag))) return null;
  const files = PATTERN_GIVEN.some((flag) => read.flags.has(flag)) ? read.operands : read.operands.slice(1);
  const search = {
    places: placesOf(files, folders.policy),
    patterns: read.patterns,
    follows: FOLLOWS_LINKS.some((flag) => read.flags.has(flag)),
  };
  const why = await findSearched(folders, search);
  if (why === null) return null;
  const words = await adviseSearch(folders, search, findSearched);
  return words === null ? why : `${why}; it needs no question with ${words.join(' ')}`;
}

/** What a search would look into that asks; null: nothing. */
async function findSearched(folders: Folders, { places, patterns, follows }: Search): Promise<string | null> {
  const filter = createSearchFilter(patterns);
  for (const from of places) {
    const why = await walkBelow(folders, {
      from,
      skips: filter.skipsFolder,
      follows,
      judge: async (found) => {
        const isFile = found.kind !== 'link' || !follows || (await leadsToFile(folders, found.path));
        const isPassed =
          found.kind === 'folder' ? filter.hasIncludes : isFile && filter.skipsFile(found.name);
        if (isPassed) return null;
        const what = await judgeFound(folders, found);
        return what === null ? null : `it looks into ${what}`;
      },
    });
    if (why !== null) return why;
  }
  return null;
}

/** What is left out by the name of a file is not left out where that is a link to a folder. */
async function leadsToFile({ workspace }: Folders, path: string): Promise<boolean> {
  const led = await workspace.locate(path);
  return led.ok && led.value.kind === 'file';
}

/** `find -L` shows the names behind links, which may lie outside. */
async function judgeWalk(folders: Folders, { flags, operands }: ReadArguments): Promise<string | null> {
  if (!flags.has('-L') && !flags.has('-follow')) return null;
  const { workspace } = folders;
  const begun = operands.filter(({ value }) => !WALK_SIGNS.has(value ?? ''));
  for (const from of placesOf(begun, folders.policy)) {
    const why = await walkBelow(folders, {
      from,
      follows: true,
      judge: async ({ kind, path }) => {
        const led = kind === 'link' ? await workspace.locate(path) : null;
        // A link to nothing in the workspace shows nothing.
        const isOut = led?.ok === false && led.error.code !== 'not_found';
        return isOut ? `it goes through ${shortenName(path)}, which leads out of the workspace` : null;
      },
    });
    if (why !== null) return why;
  }
  return null;
}

/** Outside of a repository two paths are compared with all that lies below them, whatever git knows of it. */
async function judgeComparison(folders: Folders, { operands }: ReadArguments): Promise<string | null> {
  const { workspace } = folders;
  const there: string[] = [];
  for (const from of operands.length < 2 ? [] : placesOf(operands, folders.policy)) {
    const located = await workspace.locate(from === '.' ? '' : from);
    if (!located.ok || located.value.kind !== 'missing') there.push(from);
  }
  for (const from of there.length < 2 ? [] : there) {
    const located = await workspace.locate(from === '.' ? '' : from);
    if (!located.ok) return `${shortenName(from)} leads out of the workspace`;
    const judge = async (found: Parameters<typeof judgeFound>[1]) => {
      const what = await judgeFound(folders, found);
      return what === null ? null : `it may compare ${what}`;
    };
    const why = await walkBelow(folders, { from: located.value.path, judge });
    if (why !== null) return why;
  }
  return null;
}

/** Where the words lead; without any it is the folder itself. */
function placesOf(words: readonly ShellWord[], policy: CommandPolicy): readonly string[] {
  const named = words.length === 0 ? ['.'] : words.flatMap(({ value }) => (value === null ? [] : [value]));
  return named.flatMap((value) => {
    const placed = placePath(value, policy);
    return placed.kind === 'inside' ? [placed.path] : [];
  });
}
