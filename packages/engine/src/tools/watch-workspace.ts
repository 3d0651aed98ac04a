import { succeed, type Result } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import { isDoubtful } from '../ports/disk-clock.ts';
import type { Shell } from '../ports/shell.ts';
import type { FileStamp, Survey, SurveyOptions, Workspace } from '../ports/workspace.ts';
import { findChanges, MOMENT_MILLISECONDS, type Comparing, type WatchedChanges } from './find-changes.ts';
import { createConvertedFinder } from './find-converted.ts';
import { findUnclean, type Unclean } from './find-unclean.ts';
import { CLONED_FILE_BYTES, createHeldClones, NOTHING_HELD } from './hold-clones.ts';
import { createIgnoreRules, isRulesFile } from './ignore-rules.ts';
import { createIgnoredFolders } from './ignored-folders.ts';
import type { KeptLook } from './kept-look.ts';
import { MOST_FILE_BYTES } from './load-changes.ts';
import { findNestedRepositories } from './nested-repositories.ts';
import { readLinks, type SeenLinks } from './read-links.ts';
import { resumeLook } from './resume-look.ts';
import { readExcludes } from './rules-before.ts';
import { createLooks } from './take-looks.ts';
import { describeLook, writeNames } from './write-look.ts';

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

export interface WatchPorts {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly clock: Pick<Clock, 'now'>;
  readonly ignore: readonly string[];
}

const MOST_FILES = 300_000;
/** What git does not have is held in memory while a command runs: so much of it, what was written last first. The rest is cloned. */
const HELD_FILES = 2000;
const HELD_FILE_BYTES = 1_000_000;
const HELD_BYTES = 48_000_000;
/** So many files that are ignored since they were made are looked at on. */
const LASTING_FILES = 500;

interface HeldFile {
  readonly stamp: FileStamp;
  readonly bytes: Uint8Array;
  /** It cannot have changed since without another stamp. */
  readonly isSettled: boolean;
}

/** What was held once is held again without being read, as long as the file is the same. */
export function createWorkspaceWatch(ports: WatchPorts): WorkspaceWatch {
  let held: ReadonlyMap<string, HeldFile> = new Map();
  /** Files that counted when they were made, and are ignored by what was written with them. */
  let lasting: ReadonlySet<string> = new Set();
  let preparing: Promise<unknown> | null = null;
  const prepared = new AbortController();

  let links: SeenLinks = new Map();

  const clones = createHeldClones(ports.workspace, ports.ignore);
  const readConverted = createConvertedFinder(ports.workspace);
  const skipsNow = createIgnoredFolders(ports.workspace, ports.ignore);
  const survey: TakeSurvey = async (options) =>
    ports.workspace.survey({ mostFiles: MOST_FILES, ...skipsNow(), ...options });
  const rules = createIgnoreRules(ports.workspace, ports.ignore);
  const hide = (hidden: ReadonlySet<string>): void => {
    const all = new Set([...lasting, ...hidden]);
    if (all.size <= LASTING_FILES) lasting = all;
  };
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
      const begun = await looks.begin({ also: [...lasting] });
      if (!begun.ok) return begun;
      const limits = { doubtful: looked - MOMENT_MILLISECONDS, mostBytes: CLONED_FILE_BYTES };
      // Others may still look meanwhile.
      const finding = findUnclean(begun.value, readConverted, limits);
      const excludes = await readExcludes(ports.workspace);
      writeNames(begun.value.survey);
      const found = await finding;
      if (!found.ok) return found;
      const { before, unclean, index, read, also } = found.value;
      links = readLinks(ports.workspace, before, { known: links, doubtful: limits.doubtful });
      held = await hold(ports.workspace, unclean, { held, doubtful: limits.doubtful });
      const known = held;
      const rest = () => unclean.filter(([path]) => !known.has(path));
      const cloned =
        known.size === unclean.length
          ? NOTHING_HELD
          : await clones.hold({ files: rest, settled: limits.doubtful });
      const repository = ports.workspace.repository();
      const old = { known, clones: cloned, links, index, read, repository };
      return succeed(beginComparing(ports, { looks, before, looked, also, excludes, lasting, hide, ...old }));
    },
    resume: (look) => {
      const resumed = resumeLook(ports.workspace, look, readConverted);
      return beginComparing(ports, { looks, ...resumed, excludes: null, lasting, hide });
    },
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

/** Reads what could not be had again. */
async function hold(
  workspace: Workspace,
  unclean: Unclean,
  { held, doubtful }: { readonly held: ReadonlyMap<string, HeldFile>; readonly doubtful: number },
): Promise<ReadonlyMap<string, HeldFile>> {
  const wanted = unclean.filter(([, stamp]) => stamp.size <= HELD_FILE_BYTES);
  // By ignore rules of before it is judged what is new, so these are never left out.
  if (wanted.length > HELD_FILES)
    wanted.sort(
      ([a, { modified: x }], [b, { modified: y }]) =>
        Number(isRulesFile(b)) - Number(isRulesFile(a)) || y - x,
    );
  const now = new Map<string, HeldFile>();
  let room = HELD_BYTES;
  for (const [path, stamp] of wanted.slice(0, HELD_FILES)) {
    if (stamp.size > room) continue;
    const known = held.get(path);
    const bytes =
      known?.isSettled === true && isSame(known.stamp, stamp)
        ? known.bytes
        : await readOf(workspace, path, stamp);
    if (bytes === null) continue;
    room -= bytes.length;
    now.set(path, { stamp, bytes, isSettled: !isDoubtful(stamp.changed, doubtful) });
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
