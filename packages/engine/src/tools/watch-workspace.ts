import { succeed, type Result } from '@rook/contract';

import { compareSurveys, findMadeFolders, type Difference } from '../edits/compare-surveys.ts';
import { findUncleanFiles } from '../edits/find-unclean-files.ts';
import { parseGitIndex, type GitIndex } from '../edits/parse-git-index.ts';
import type { CommandChange } from '../edits/write-command-changes.ts';
import type { Clock } from '../ports/clock.ts';
import type { Shell } from '../ports/shell.ts';
import type { FileStamp, Survey, SurveyOptions, Workspace } from '../ports/workspace.ts';
import { readGitObjects } from './git-objects.ts';
import { createIgnoreRules } from './ignore-rules.ts';
import { createIgnoredFolders } from './ignored-folders.ts';

/** Sees what becomes of the files of a workspace while something else runs. */
export interface WorkspaceWatch {
  /**
   * Looks around once while nothing waits for it: the first look of a process takes twice as long as those after it, and a command should
   * not wait for that. What it sees counts for nothing else.
   */
  prepare(): void;
  /** Ends the preparing, if it has not ended by itself. */
  stop(): void;
  /** Looks now; what it answers with compares later. */
  begin(): Promise<Result<BegunWatch>>;
}

interface BegunWatch {
  /** When it looked, in milliseconds. */
  readonly since: number;
  /** What changed since, whoever did it. */
  end(): Promise<Result<WatchedChanges>>;
}

interface WatchedChanges {
  readonly files: readonly CommandChange[];
  readonly madeFolders: readonly string[];
  /** How many more there are than these. */
  readonly more: number;
}

export interface WatchPorts {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly clock: Pick<Clock, 'now'>;
  readonly ignore: readonly string[];
}

const MOST_FILES = 300_000;
/** Of so many changed files the bytes are kept, so that they can be rewound. */
export const KEPT_CHANGES = 5000;
/** So many are named one by one; the rest is counted. */
const NAMED_CHANGES = 20_000;
/** What is larger is neither held nor kept. */
const MOST_FILE_BYTES = 8_000_000;
/** What git does not have is held in memory while a command runs: so much of it, what was written last first. */
const HELD_FILES = 2000;
const HELD_FILE_BYTES = 1_000_000;
const HELD_BYTES = 48_000_000;
/** Disks tell the time in steps. */
const MOMENT_MILLISECONDS = 50;
const MOST_INDEX_BYTES = 200_000_000;

interface HeldFile {
  readonly stamp: FileStamp;
  readonly bytes: Uint8Array;
}

/** What was held once is held again without being read, as long as the file is the same. */
export function createWorkspaceWatch(ports: WatchPorts): WorkspaceWatch {
  let held: ReadonlyMap<string, HeldFile> = new Map();
  let index: { readonly stamp: string; readonly files: GitIndex } | null = null;
  let preparing: Promise<unknown> | null = null;
  const prepared = new AbortController();

  const skipsNow = createIgnoredFolders(ports.workspace, ports.ignore);
  const survey: TakeSurvey = async (options) =>
    ports.workspace.survey({ mostFiles: MOST_FILES, skips: skipsNow(), ...options });

  async function readIndex(): Promise<GitIndex> {
    const stamp = ports.workspace.stamp('.git/index');
    if (stamp === null) return NO_GIT;
    if (index?.stamp === stamp) return index.files;
    const read = await ports.workspace.read('.git/index', { maxBytes: MOST_INDEX_BYTES });
    const files = read.ok ? (parseGitIndex(read.value.bytes) ?? NO_GIT) : NO_GIT;
    index = { stamp, files };
    return files;
  }

  async function lookAround(): Promise<void> {
    const seen = await survey({ idle: prepared.signal });
    if (seen.ok && seen.value.isWhole) await readIndex();
  }

  return {
    // What fails here fails again where somebody can be told.
    prepare: () => void (preparing ??= lookAround().catch(() => undefined)),
    stop: () => prepared.abort(),
    begin: async () => {
      prepared.abort();
      await preparing;
      const looked = ports.clock.now().getTime();
      // What git notes while the files are looked at fits no other stamp than theirs, so either may come first.
      const [before, git] = await Promise.all([survey(), readIndex()]);
      if (!before.ok) return before;
      const isClean = createCleanTest(git, looked);
      const wanted = findUncleanFiles(before.value.files, git, {
        doubtful: looked - MOMENT_MILLISECONDS,
        mostBytes: HELD_FILE_BYTES,
      });
      held = await hold(ports.workspace, wanted, held);
      const known = held;
      return succeed({
        since: looked,
        end: async () => findChanges(ports, { survey, before: before.value, looked, known, git, isClean }),
      });
    },
  };
}

const NO_GIT: GitIndex = {
  fits: () => false,
  inFolder: () => () => false,
  objectOf: () => null,
  mayHoldRepositories: false,
};

type IsClean = (path: string, stamp: FileStamp) => boolean;

/** Whether the file is certainly as git knows it. What was written a moment ago is not. */
function createCleanTest(git: GitIndex, looked: number): IsClean {
  return (path, stamp) => stamp.changed < looked - MOMENT_MILLISECONDS && git.fits(path, stamp);
}

/** Reads what could not be had again. */
async function hold(
  workspace: Workspace,
  wanted: (readonly [string, FileStamp])[],
  held: ReadonlyMap<string, HeldFile>,
): Promise<ReadonlyMap<string, HeldFile>> {
  if (wanted.length > HELD_FILES) wanted.sort(([, a], [, b]) => b.modified - a.modified);
  const now = new Map<string, HeldFile>();
  let room = HELD_BYTES;
  for (const [path, stamp] of wanted.slice(0, HELD_FILES)) {
    if (stamp.size > room) continue;
    const known = held.get(path);
    const bytes =
      known !== undefined && isSame(known.stamp, stamp) ? known.bytes : await readOf(workspace, path, stamp);
    if (bytes === null) continue;
    room -= bytes.length;
    now.set(path, { stamp, bytes });
  }
  return now;
}

function isSame(a: FileStamp, b: FileStamp): boolean {
  return a.changed === b.changed && a.modified === b.modified && a.size === b.size && a.inode === b.inode;
}

/** Null where it cannot be read, or is not what was looked at. */
async function readOf(workspace: Workspace, path: string, { size }: FileStamp): Promise<Uint8Array | null> {
  const read = await workspace.read(path, { maxBytes: MOST_FILE_BYTES });
  return read.ok && read.value.bytes.length === size ? read.value.bytes : null;
}

type TakeSurvey = (options?: Pick<SurveyOptions, 'keeps' | 'idle'>) => Promise<Result<Survey>>;

interface Comparing {
  readonly survey: TakeSurvey;
  readonly before: Survey;
  readonly looked: number;
  readonly known: ReadonlyMap<string, HeldFile>;
  readonly git: GitIndex;
  readonly isClean: IsClean;
}

async function findChanges(
  ports: WatchPorts,
  { survey, before, looked, known, git, isClean }: Comparing,
): Promise<Result<WatchedChanges>> {
  // The command has ended, so nothing waits for what is kept here.
  const after = await survey({ keeps: true });
  if (!after.ok) return after;
  const all = compareSurveys(before, after.value, { looked, moment: MOMENT_MILLISECONDS });
  const counting = await withoutIgnored(ports, all);
  const seen = counting.slice(0, KEPT_CHANGES);
  const named = counting.slice(0, NAMED_CHANGES);
  const objects = new Map<string, string>();
  for (const { path, before: old } of seen) {
    const isInGit = old !== null && !known.has(path) && isClean(path, old);
    const object = isInGit ? git.objectOf(path) : null;
    if (object !== null) objects.set(path, object);
  }
  const contents = await readGitObjects(ports.shell, ports.workspace.root, [...new Set(objects.values())]);
  const files: CommandChange[] = [];
  for (const difference of seen) {
    const { path, before: old } = difference;
    const fromGit = contents.get(objects.get(path) ?? '');
    const bytes = known.get(path)?.bytes ?? (fromGit?.length === old?.size ? fromGit : undefined);
    const change = await describeChange(ports.workspace, difference, bytes);
    if (change !== null) files.push(change);
  }
  files.push(...named.slice(seen.length).map(nameOnly));
  const madeFolders = files.length === 0 ? [] : findMadeFolders(before, after.value);
  return succeed({ files, madeFolders, more: counting.length - named.length });
}

/** What is beyond the cap is named, and nothing of it is read. */
function nameOnly({ path, before, after }: Difference): CommandChange {
  return {
    path,
    before: before === null ? null : 'unknown',
    ...(before === null ? {} : { beforeMode: before.mode & 0o777 }),
    after: after === null ? null : 'unknown',
    unkept: 'too_many',
  };
}

/** A file may be ignored although its folder is not. */
async function withoutIgnored(
  { workspace, ignore }: WatchPorts,
  all: readonly Difference[],
): Promise<readonly Difference[]> {
  const rules = createIgnoreRules(workspace, ignore);
  const ignored = await Promise.all(all.map(async ({ path }) => rules.isIgnored(path)));
  return all.filter((_difference, place) => ignored[place] === null);
}

/** Null where the content is the same, as far as anybody can know. */
async function describeChange(
  workspace: Workspace,
  { path, before, after }: Difference,
  known: Uint8Array | undefined,
): Promise<CommandChange | null> {
  const old = before === null ? null : (known ?? 'unknown');
  const fresh = after === null ? null : await readNow(workspace, path, after);
  if (old === 'unknown' && before !== null && after !== null && isOnlyTouched(before, after)) return null;
  if (old !== null && old !== 'unknown' && fresh !== null && fresh !== 'unknown' && isEqual(old, fresh))
    return null;
  const mode = before === null ? {} : { beforeMode: before.mode & 0o777 };
  const lost = old === 'unknown' ? before : fresh === 'unknown' ? after : null;
  const why = (lost?.size ?? 0) > MOST_FILE_BYTES ? 'too_large' : 'unknown';
  return { path, before: old, ...mode, after: fresh, ...(lost === null ? {} : { unkept: why }) };
}

/** Only its permissions or its other names are new. */
function isOnlyTouched(before: FileStamp, after: FileStamp): boolean {
  return (
    before.size === after.size &&
    before.modified === after.modified &&
    before.inode === after.inode &&
    (before.changed === after.changed || before.mode !== after.mode)
  );
}

async function readNow(
  workspace: Workspace,
  path: string,
  { size }: FileStamp,
): Promise<CommandChange['after']> {
  if (size > MOST_FILE_BYTES) return 'unknown';
  const read = await workspace.read(path, { maxBytes: MOST_FILE_BYTES });
  if (read.ok) return read.value.bytes;
  return read.error.code === 'not_found' ? null : 'unknown';
}

function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, place) => byte === b[place]);
}
