import { succeed, type Result } from '@rook/contract';

import { compareSurveys, findMadeFolders, type Difference } from '../edits/compare-surveys.ts';
import type { CommandChange } from '../edits/keep-command-changes.ts';
import type { GitIndex } from '../edits/parse-git-index.ts';
import { isDoubtful } from '../ports/disk-clock.ts';
import type { Shell } from '../ports/shell.ts';
import type { FileStamp, Repository, Survey, Workspace } from '../ports/workspace.ts';
import { findCounting } from './find-counting.ts';
import type { CloneHold } from './hold-clones.ts';
import { NO_GIT } from './known-index.ts';
import { loadChanges, nameChanges } from './load-changes.ts';
import type { SeenLinks } from './read-links.ts';
import { findHiddenFolders, readRulesBefore, type OwnExcludes } from './rules-before.ts';
import type { Looks } from './take-looks.ts';

/** Of so many changed files the bytes are kept, so that they can be rewound. */
export const KEPT_CHANGES = 5000;
/** So many are named one by one; the rest is counted. */
const NAMED_CHANGES = 20_000;
/** Disks tell the time in steps. */
export const MOMENT_MILLISECONDS = 50;

export interface WatchedChanges {
  /** To be read once and to its end; the bytes of a file are there when it is its turn. */
  readonly files: AsyncIterable<CommandChange>;
  readonly madeFolders: readonly string[];
  /** How many more there are than these. */
  readonly more: number;
}

/** What is known of the time before. */
export interface Comparing {
  readonly looks: Looks;
  readonly before: Survey;
  readonly looked: number;
  readonly known: ReadonlyMap<string, { readonly bytes: Uint8Array }>;
  readonly clones: CloneHold;
  /** Where symbolic links led. */
  readonly links: SeenLinks;
  /** What git noted before, of files that it can give back. */
  readonly index: (after: Survey) => Promise<GitIndex>;
  /** What that is read from. */
  readonly read: () => ReturnType<Repository['readIndex']>;
  readonly also: readonly string[];
  readonly repository: Repository | null;
  /** Null where nobody noted them. */
  readonly excludes: OwnExcludes | null;
  /** Files that counted when they were made, and are ignored since. */
  readonly lasting: ReadonlySet<string>;
  /** Is told which files that count now are ignored from now on. */
  readonly hide: (files: ReadonlySet<string>) => void;
}

interface ComparePorts {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly ignore: readonly string[];
}

/** Looks again, and finds what differs and counts. */
export async function findChanges(
  ports: ComparePorts,
  comparing: Comparing,
): Promise<Result<WatchedChanges>> {
  const { before, looked, clones, lasting } = comparing;
  const first = await lookAfter(comparing, () => false);
  if (!first.ok) {
    await clones.release(null);
    return first;
  }
  const git = first.value.all.length === 0 ? NO_GIT : await comparing.index(first.value.after);
  const old: Old = { ...comparing, git, isClean: createCleanTest(git, looked) };
  const rulesBefore = await readRulesBefore(ports, first.value.all, { ...comparing, old });
  const hiddenFolders =
    rulesBefore === null ? null : await findHiddenFolders(before, first.value.after, rulesBefore);
  const second = hiddenFolders === null ? first : await lookAfter(comparing, hiddenFolders);
  // Where there are more files in them than a look takes, what was seen without them is all that is known.
  const { after, all, index } = second.ok && second.value.after.isWhole ? second.value : first.value;
  const gits = [git, all.length === 0 ? NO_GIT : await index()];
  const facts = { before, looked, isHeld: createHeldTest(old), rulesBefore, git: gits, lasting };
  const { differences, hidden } = await findCounting(ports, all, facts);
  comparing.hide(hidden);
  const counting = orderByWeight(differences, hidden);
  const named = counting.slice(0, NAMED_CHANGES);
  async function* loadAll(): AsyncGenerator<CommandChange> {
    try {
      yield* loadChanges(ports, named.slice(0, KEPT_CHANGES), old);
      yield* nameChanges(ports.workspace, named.slice(KEPT_CHANGES));
    } finally {
      await clones.release(after);
    }
  }
  const madeFolders = named.length === 0 ? [] : findMadeFolders(before, after);
  return succeed({ files: loadAll(), madeFolders, more: counting.length - named.length });
}

interface Seen {
  readonly after: Survey;
  readonly all: readonly Difference[];
  readonly index: () => Promise<GitIndex>;
}

/** The command has ended, so nothing waits for what is kept here. What counted before counts, whatever rules it wrote. */
async function lookAfter(
  { looks, before, looked, also }: Comparing,
  isHidden: (folder: string) => boolean,
): Promise<Result<Seen>> {
  const counts = (folder: string): boolean => before.folders.has(folder) || isHidden(folder);
  const begun = await looks.begin({ keeps: true, counts, also });
  const settled = begun.ok ? await begun.value.settle() : begun;
  if (!settled.ok) return settled;
  const { survey: after, index } = settled.value;
  const all = compareSurveys(before, after, { looked, moment: MOMENT_MILLISECONDS });
  return succeed({ after, all, index });
}

interface Old extends Comparing {
  readonly git: GitIndex;
  readonly isClean: IsClean;
}

type IsClean = (path: string, stamp: FileStamp) => boolean;

/** Whether the file is certainly as git knows it. What was written a moment ago is not. */
function createCleanTest(git: GitIndex, looked: number): IsClean {
  return (path, stamp) => !isDoubtful(stamp.changed, looked - MOMENT_MILLISECONDS) && git.fits(path, stamp);
}

/** Whether somebody should have what was there. */
function createHeldTest({ before, known, links, clones, git, isClean }: Old): (path: string) => boolean {
  const cloned = clones.names();
  return (path) => {
    if (known.has(path) || links.has(path) || cloned.has(path)) return true;
    const stamp = before.files.get(path);
    return stamp !== undefined && git.objectOf(path) !== null && isClean(path, stamp);
  };
}

/** Where not all can be kept, what is ignored from now on comes last: mostly it can be made again. */
function orderByWeight(counting: readonly Difference[], hidden: ReadonlySet<string>): readonly Difference[] {
  if (counting.length <= KEPT_CHANGES || hidden.size === 0) return counting;
  const { last = [], rest = [] } = Object.groupBy(counting, ({ path }) =>
    hidden.has(path) ? 'last' : 'rest',
  );
  return [...rest, ...last];
}
