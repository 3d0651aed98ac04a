import { succeed, type Result } from '@rook/contract';

import { compareSurveys, findMadeFolders } from '../edits/compare-surveys.ts';
import type { CommandChange } from '../edits/keep-command-changes.ts';
import type { GitIndex } from '../edits/parse-git-index.ts';
import type { Clock } from '../ports/clock.ts';
import type { Shell } from '../ports/shell.ts';
import type { FileStamp, Repository, Survey, SurveyOptions, Workspace } from '../ports/workspace.ts';
import { createConvertedFinder } from './find-converted.ts';
import { findCounting } from './find-counting.ts';
import { findUnclean, type Unclean } from './find-unclean.ts';
import { CLONED_FILE_BYTES, createHeldClones, NOTHING_HELD, type CloneHold } from './hold-clones.ts';
import { createIgnoreRules } from './ignore-rules.ts';
import { createIgnoredFolders } from './ignored-folders.ts';
import type { KeptLook } from './kept-look.ts';
import { NO_GIT } from './known-index.ts';
import { loadChanges, MOST_FILE_BYTES, nameChanges } from './load-changes.ts';
import { findNestedRepositories } from './nested-repositories.ts';
import { resumeLook } from './resume-look.ts';
import { createLooks, type Looks } from './take-looks.ts';
import { describeLook } from './write-look.ts';

/** Sees what becomes of the files of a workspace while something else runs. */
export interface WorkspaceWatch {
  /**
   * Looks around once while nothing waits for it: the first look of a process takes twice as long as those after it, and a command should
   * not wait for that. What it sees counts for nothing else.
   */
  prepare(): void;
  /** Ends the preparing, if it has not ended by itself. */
  stop(): void;
  /** Lets go of what was held for further commands. */
  close(): Promise<void>;
  /** Looks now; what it answers with compares later. */
  begin(): Promise<Result<BegunWatch>>;
  /** Goes on where another process looked. */
  resume(look: KeptLook): BegunWatch;
}

export interface BegunWatch {
  /** When it looked, in milliseconds. */
  readonly since: number;
  /** The git folders in folders of the workspace that it saw. */
  readonly repositories: readonly string[];
  /** What changed since, whoever did it. */
  end(): Promise<Result<WatchedChanges>>;
  /** For what never began: lets go of what was held for it. */
  drop(): Promise<void>;
  /** What another process needs to go on with it, as it is written down. */
  describe(intent: string | null): Promise<readonly Uint8Array[]>;
}

interface WatchedChanges {
  /** To be read once and to its end; the bytes of a file are there when it is its turn. */
  readonly files: AsyncIterable<CommandChange>;
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
/** What git does not have is held in memory while a command runs: so much of it, what was written last first. The rest is cloned. */
const HELD_FILES = 2000;
const HELD_FILE_BYTES = 1_000_000;
const HELD_BYTES = 48_000_000;
/** Disks tell the time in steps. */
const MOMENT_MILLISECONDS = 50;

interface HeldFile {
  readonly stamp: FileStamp;
  readonly bytes: Uint8Array;
}

/** What was held once is held again without being read, as long as the file is the same. */
export function createWorkspaceWatch(ports: WatchPorts): WorkspaceWatch {
  let held: ReadonlyMap<string, HeldFile> = new Map();
  let preparing: Promise<unknown> | null = null;
  const prepared = new AbortController();

  const clones = createHeldClones(ports.workspace, ports.ignore);
  const readConverted = createConvertedFinder(ports.workspace);
  const skipsNow = createIgnoredFolders(ports.workspace, ports.ignore);
  const survey: TakeSurvey = async (options) =>
    ports.workspace.survey({ mostFiles: MOST_FILES, ...skipsNow(), ...options });
  const rules = createIgnoreRules(ports.workspace, ports.ignore);
  const looks = createLooks({ ...ports, survey, isSetAside: (path) => rules.isSetAside(path) });

  return {
    // What fails here fails again where somebody can be told.
    prepare: () => void (preparing ??= looks.prepare(prepared.signal).catch(() => undefined)),
    stop: () => prepared.abort(),
    close: async () => clones.close(),
    begin: async () => {
      prepared.abort();
      await preparing;
      const looked = ports.clock.now().getTime();
      const begun = await looks.begin();
      if (!begun.ok) return begun;
      const found = await findUnclean(begun.value, readConverted, {
        doubtful: looked - MOMENT_MILLISECONDS,
        mostBytes: CLONED_FILE_BYTES,
      });
      if (!found.ok) return found;
      const { before, unclean, index, read, also } = found.value;
      held = await hold(ports.workspace, unclean, held);
      const known = held;
      const rest = () => unclean.filter(([path]) => !known.has(path));
      const cloned =
        known.size === unclean.length
          ? NOTHING_HELD
          : await clones.hold({ files: rest, settled: looked - MOMENT_MILLISECONDS });
      const repository = ports.workspace.repository();
      const comparing = { looks, before, looked, known, clones: cloned, index, read, also, repository };
      return succeed(beginComparing(ports, comparing));
    },
    resume: (look) => beginComparing(ports, { looks, ...resumeLook(ports.workspace, look, readConverted) }),
  };
}

function beginComparing(ports: WatchPorts, comparing: Comparing): BegunWatch {
  return {
    since: comparing.looked,
    repositories: findNestedRepositories(comparing.before),
    end: async () => findChanges(ports, comparing),
    drop: async () => comparing.clones.release(null),
    describe: async (intent) => describeLook(ports, { ...comparing, held: comparing.known, intent }),
  };
}

type IsClean = (path: string, stamp: FileStamp) => boolean;

/** Whether the file is certainly as git knows it. What was written a moment ago is not. */
function createCleanTest(git: GitIndex, looked: number): IsClean {
  return (path, stamp) => stamp.changed < looked - MOMENT_MILLISECONDS && git.fits(path, stamp);
}

/** Reads what could not be had again. */
async function hold(
  workspace: Workspace,
  unclean: Unclean,
  held: ReadonlyMap<string, HeldFile>,
): Promise<ReadonlyMap<string, HeldFile>> {
  const wanted = unclean.filter(([, stamp]) => stamp.size <= HELD_FILE_BYTES);
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

type TakeSurvey = (options?: Omit<SurveyOptions, 'skips' | 'rules' | 'mostFiles'>) => Promise<Result<Survey>>;

interface Comparing {
  readonly looks: Looks;
  readonly before: Survey;
  readonly looked: number;
  readonly known: ReadonlyMap<string, Pick<HeldFile, 'bytes'>>;
  readonly clones: CloneHold;
  /** What git noted before, of files that it can give back. */
  readonly index: (after: Survey) => Promise<GitIndex>;
  /** What that is read from. */
  readonly read: () => ReturnType<Repository['readIndex']>;
  readonly also: readonly string[];
  readonly repository: Repository | null;
}

async function findChanges(ports: WatchPorts, comparing: Comparing): Promise<Result<WatchedChanges>> {
  const { looks, before, looked, clones, also } = comparing;
  // The command has ended, so nothing waits for what is kept here. What counted before counts, whatever rules it wrote.
  const counts = (folder: string): boolean => before.folders.has(folder);
  const begun = await looks.begin({ keeps: true, counts, also });
  const settled = begun.ok ? await begun.value.settle() : begun;
  if (!settled.ok) {
    await clones.release(null);
    return settled;
  }
  const { survey: after, index: indexNow } = settled.value;
  const all = compareSurveys(before, after, { looked, moment: MOMENT_MILLISECONDS });
  const git = all.length === 0 ? NO_GIT : await comparing.index(after);
  const old = { ...comparing, git, isClean: createCleanTest(git, looked) };
  const counting = await findCounting(ports, all, {
    before,
    old,
    git: [git, all.length === 0 ? NO_GIT : await indexNow()],
  });
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
