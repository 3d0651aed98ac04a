import {
  countModified,
  fail,
  rookError,
  succeed,
  type ChangeSetId,
  type ContentHash,
  type EntryOf,
  type IntentId,
  type Result,
  type RookError,
  type TurnId,
} from '@rook/contract';

import type { Journal } from '../journal/open-journal.ts';
import { UNKNOWN_CONTENT } from '../journal/unknown-content.ts';
import { contentHash } from '../ports/content-hash.ts';
import { linkContent } from '../ports/link-content.ts';
import type { ChangeMark, ChangeWait, Store } from '../ports/store.ts';
import type { ApplyFailure, DisplacedFile, FileContent, Workspace } from '../ports/workspace.ts';
import {
  createKeeper,
  describeContent,
  isPermissionStep,
  linksOf,
  stepsOf,
  type StartedFile,
} from './change-set-steps.ts';
import { findMissingFolders } from './missing-folders.ts';
import {
  blameFiles,
  errorOf,
  isReadOnlyMode,
  permissionsOf,
  writesOf,
  type PlannedFile,
  type RefusedFile,
} from './planned-writes.ts';
import { takeSaved, type SavedFile } from './take-saved.ts';

export interface ChangeSetPorts {
  readonly workspace: Workspace;
  readonly store: Pick<Store, 'changing' | 'blobs'>;
  readonly journal: Pick<Journal, 'append'>;
  /** Made by `createChangeSetIds`. */
  readonly nextId: () => ChangeSetId;
}

export interface ChangeSetPlan {
  readonly kind: EntryOf<'change_set_started'>['kind'];
  readonly intent: IntentId | null;
  readonly by?: 'assistant' | 'user';
  readonly files: readonly PlannedFile[];
  readonly turn?: TurnId;
  readonly parent?: ChangeSetId;
  /** Of a rewind or a forward: what it undoes. */
  readonly undoes?: NonNullable<EntryOf<'change_set_started'>['undoes']>;
  readonly costUsd?: number;
  /** What git has checked out; null outside a repository. Left out where nobody looked. */
  readonly revision?: string | null;
  /** Folders to remove afterwards if they are empty, as a rewind does with those that the change set made. */
  readonly removeFolders?: readonly string[];
  readonly wait?: ChangeWait;
}

export interface WrittenChangeSet {
  readonly id: ChangeSetId;
  readonly files: readonly WrittenFile[];
  readonly madeFolders: readonly string[];
  /** What somebody saved at the same time and where it is kept. */
  readonly displaced: readonly DisplacedFile[];
  /** False: the files are written, and the entry waits in memory until the journal can be written again. */
  readonly isRecorded: boolean;
}

export interface WrittenFile {
  readonly path: string;
  readonly beforeHash: ContentHash | null;
  readonly afterHash: ContentHash | null;
  readonly added: number;
  readonly removed: number;
  readonly modified: number;
  /** Somebody has put something else there since. */
  readonly isOverwritten: boolean;
  /** The editor made something else of it on saving; the hash and the counts are of that. */
  readonly isFormatted: boolean;
}

export interface RefusedChangeSet extends RookError {
  readonly id: ChangeSetId;
  readonly files: readonly RefusedFile[];
  /** False: not all files could be put back; the change set stays open, and the next start tries again. */
  readonly isUndone: boolean;
  readonly displaced: readonly DisplacedFile[];
  readonly isRecorded: boolean;
}

/**
 * Writes all files of a plan or none, while nobody else of this workspace does. Old and new bytes are kept and the change set is
 * written down, on the disk, before the first file is touched; how it ended is written down after. Does not throw.
 */
export async function writeChangeSet(
  ports: ChangeSetPorts,
  plan: ChangeSetPlan,
): Promise<Result<WrittenChangeSet, RefusedChangeSet>> {
  const files = plan.files.map((file) => describeFile(file));
  let set: StartedSet | null = null;
  const begin = (): StartedSet => (set ??= { id: ports.nextId(), plan, files });
  try {
    // The id is made under the lock, so that no two processes make the same.
    const done = await ports.store.changing(async (mark) => {
      const written = await writeHeld(ports, begin(), mark);
      const end = written.ok ? written.value : written.error;
      // Somebody has to look after it, also where only its last entry is missing.
      if (!end.isRecorded) mark.leaveOpen();
      return succeed(written);
    }, plan.wait);
    return done.ok ? done.value : await refuse(ports, begin(), asFailure(done.error, null));
  } catch (error) {
    const reason = `The change set could not be written: ${error instanceof Error ? error.message : String(error)}`;
    const failure = { ...asFailure(rookError('internal', reason), null), isUndone: false };
    return fail(refusal(begin(), failure, false));
  }
}

interface StartedSet {
  readonly id: ChangeSetId;
  readonly plan: ChangeSetPlan;
  readonly files: readonly StartedFile[];
}

/** What is done under the lock. */
async function writeHeld(
  ports: ChangeSetPorts,
  set: StartedSet,
  mark: ChangeMark,
): Promise<Result<WrittenChangeSet, RefusedChangeSet>> {
  const keeper = createKeeper(ports.store.blobs);
  // What an earlier crash left beside these files is settled first, or it would come back later over what is written now.
  const steps = set.files.flatMap((file) => stepsOf(file)).filter((step) => !isPermissionStep(step));
  const mended = await ports.workspace.mend(
    steps.map(({ path }) => path),
    keeper.keep,
    { links: linksOf(steps) },
  );
  if (!mended.ok) return refuse(ports, set, asFailure(mended.error, null));
  const keeping = await keepBytes(ports, set.plan);
  if (!keeping.ok) return refuse(ports, set, keeping.error, keeper.kept);
  const { id, plan } = set;
  const files = set.files.map((file) => withMode(file, keeping.value.modes));
  const toMake = await findMissingFolders(ports.workspace, files);
  // It stands in the file before anything lies beside the user's: who finds that finds out what it was for.
  const started = await ports.journal.append([
    { event_type: 'change_set_started', ...headOf(set, toMake), files: [...files] },
  ]);
  if (!started.ok) return refuse(ports, set, asFailure(started.error, null), keeper.kept);
  let asked: ReturnType<typeof waitForAll> | undefined;
  const permit = async () => (asked ??= waitForAll(ports.journal, mark, keeping.value.keepRest));
  const applied = await ports.workspace.apply(
    plan.files.flatMap((file) => writesOf(file)),
    {
      permit,
      keep: keeper.keep,
      permissions: permissionsOf(plan.files),
      ...(plan.removeFolders === undefined ? {} : { removeFolders: plan.removeFolders }),
      // What is brought back is brought back to the byte.
      ...(plan.kind === 'edit' ? { mayFormat: true } : {}),
    },
  );
  if (!applied.ok) return refuse(ports, set, applied.error, keeper.kept);
  const allowed = await permit();
  // Nobody may have written without it; if somebody did, the next start compares every file.
  if (!allowed.ok) return fail(refusal(set, { ...allowed.error, isUndone: false }, false));
  const { madeFolders, displaced } = applied.value;
  const saved = await takeSaved(ports.store.blobs, files, applied.value);
  const recorded = await ports.journal.append(
    [
      {
        event_type: 'change_set_applied',
        ...headOf(set, madeFolders),
        files: saved.map((file) => ({ ...file, status: 'applied' })),
        ...(keeper.kept.length === 0 ? {} : { displaced: [...keeper.kept] }),
      },
    ],
    { durable: true },
  );
  const overwritten = new Set(
    applied.value.files.filter(({ isOverwritten }) => isOverwritten).map(({ path }) => path),
  );
  const written = saved.map((file) => describeWritten(file, overwritten));
  return succeed({ id, files: written, madeFolders, displaced, isRecorded: recorded.ok });
}

/**
 * Waits until the old and the new bytes, the started line and who changes something are on the disk. They go there at the same
 * time: whichever a power cut leaves alone tells of a change set that has touched nothing.
 */
async function waitForAll(
  journal: ChangeSetPorts['journal'],
  mark: ChangeMark,
  keepRest: Keeping['keepRest'],
): Promise<Result<void, ApplyFailure>> {
  const others = [keepRest(), mark.noted()] as const;
  // Whoever asked sends new contents on their way first: a line may be waited for right here, and all stands still meanwhile.
  const line = Promise.resolve().then(async () => journal.append([], { durable: true }));
  const [kept, noted, durable] = await Promise.all([...others, line]);
  // The entry stands there, or waits in memory and is written later: it is closed, so that nobody takes it for open.
  if (!kept.ok) return kept;
  if (!noted.ok) return fail(asFailure(noted.error, null));
  return durable.ok ? succeed(undefined) : fail(asFailure(durable.error, null));
}

interface Keeping {
  /** The permissions of the old files, by the path of the change. */
  readonly modes: ReadonlyMap<string, number>;
  /** Keeps what is not kept yet. */
  readonly keepRest: () => Promise<Result<void, ApplyFailure>>;
}

/** More than that is kept before the next file is read. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Compares the old bytes and keeps them and the new ones, together where they are few: each time is a wait for the disk. The rest is left
 * for the wait for all, because the system is slow to take anything else while it brings something to the disk.
 */
async function keepBytes(
  { store, workspace }: ChangeSetPorts,
  { files }: ChangeSetPlan,
): Promise<Result<Keeping, ApplyFailure>> {
  const modes = new Map<string, number>();
  let [rest, bytes]: [Uint8Array[], number] = [[], 0];
  const keepRest = async (): Promise<Result<void, ApplyFailure>> => {
    const kept = await store.blobs.putAll(rest);
    [rest, bytes] = [[], 0];
    return kept.ok ? kept : fail(asFailure(kept.error, null));
  };
  for (const file of files.filter((one) => one.keepsContent !== true)) {
    const old = await readShown(workspace, file);
    if (!old.ok) return fail(asFailure(old.error, file.path));
    if (old.value?.mode !== undefined) modes.set(file.path, old.value.mode);
    const contents = [file.after, old.value?.bytes].flatMap((content) => content ?? []);
    rest.push(...contents);
    for (const { length } of contents) bytes += length;
    const kept = bytes > MOST_BYTES ? await keepRest() : succeed(undefined);
    if (!kept.ok) return kept;
  }
  return succeed({ modes, keepRest });
}

/** The file that the change was made for; null where there is none to be. */
async function readShown(
  workspace: Workspace,
  { path, before, wasLink, renamedFrom = path }: PlannedFile,
): Promise<Result<FileContent | null>> {
  if (before === null) return succeed(null);
  const read = wasLink === true ? readLinkShown(workspace, path) : await workspace.read(renamedFrom);
  if (!read.ok) return fail(missing(renamedFrom, read.error));
  if (read.value.hash === before) return read;
  const reason = `${renamedFrom} changed since it was shown: it was ${before} and is ${read.value.hash}; read it again. Nothing was written.`;
  return fail(rookError('stale_file', reason));
}

function readLinkShown(workspace: Workspace, path: string): Result<FileContent> {
  const target = workspace.readLink(path);
  if (target === null) return fail(rookError('not_found', `There is no link ${path}.`));
  const bytes = linkContent(target);
  return succeed({ bytes, hash: contentHash(bytes) });
}

function withMode(file: StartedFile, modes: Keeping['modes']): StartedFile {
  const mode = modes.get(file.path);
  return mode === undefined ? file : { ...file, before_mode: mode };
}

function missing(path: string, error: RookError): RookError {
  if (error.code !== 'not_found') return error;
  return rookError('stale_file', `${path} is gone since it was shown; look again. Nothing was written.`);
}

async function refuse(
  ports: ChangeSetPorts,
  set: StartedSet,
  failure: ApplyFailure,
  displaced: readonly { readonly path: string; readonly blob: ContentHash }[] = [],
): Promise<Result<never, RefusedChangeSet>> {
  if (!failure.isUndone) return fail(refusal(set, failure, false));
  const refused = refusal(set, failure, true);
  const { code, kind, message, retryable } = failure;
  const recorded = await ports.journal.append(
    [
      {
        event_type: 'change_set_refused',
        ...headOf(set, []),
        files: set.files.map((file, index) => {
          const { status = 'skipped', error = failure } = refused.files[index] ?? {};
          return { ...file, status, error: { ...errorOf(error) } };
        }),
        error: { code, kind, message, retryable },
        ...(displaced.length === 0 ? {} : { displaced: [...displaced] }),
      },
    ],
    { durable: true },
  );
  return fail({ ...refused, isRecorded: recorded.ok });
}

function refusal(set: StartedSet, failure: ApplyFailure, isRecorded: boolean): RefusedChangeSet {
  const { isUndone, displaced } = failure;
  const files = blameFiles(set.plan.files, failure);
  return { ...errorOf(failure), id: set.id, files, isUndone, displaced, isRecorded };
}

function asFailure(error: RookError, path: string | null): ApplyFailure {
  return { ...error, path, isUndone: true, displaced: [] };
}

function describeFile(file: PlannedFile): StartedFile {
  const { path, before, after, renamedFrom, added, removed, whole, hunks, todoIndexes = [] } = file;
  const { permissions } = file;
  const modes =
    permissions === undefined
      ? describeMade(file)
      : { before_mode: permissions.before, after_mode: permissions.after };
  if (file.keepsContent === true) {
    const content = before ?? UNKNOWN_CONTENT;
    return { path, before_hash: content, after_hash: content, ...modes, added, removed, hunks: [] };
  }
  const about = after === null ? { after_hash: null } : describeContent(after);
  return {
    path,
    before_hash: before,
    ...modes,
    ...about,
    added,
    removed,
    ...(renamedFrom === undefined ? {} : { renamed_from: renamedFrom }),
    ...(file.wasLink === true ? { before_link: true as const } : {}),
    ...(file.isLink === true ? { after_link: true as const } : {}),
    ...(whole === undefined ? {} : { whole }),
    ...(hunks === undefined ? {} : { hunks: [...hunks] }),
    ...(todoIndexes.length === 0 ? {} : { todo_indexes: [...todoIndexes] }),
  };
}

/** Who takes away again what was made read-only has to know that it was made so. */
function describeMade({
  before,
  wasLink,
  isLink,
  after,
  mode,
}: PlannedFile): Pick<StartedFile, 'after_mode'> {
  const isMade = (before === null || wasLink === true) && after !== null && isLink !== true;
  return isMade && mode !== undefined && isReadOnlyMode(mode) ? { after_mode: mode } : {};
}

function describeWritten(file: SavedFile, overwritten: ReadonlySet<string>): WrittenFile {
  const { path, before_hash: beforeHash, after_hash: afterHash, added, removed } = file;
  const isOverwritten = stepsOf(file).some((step) => overwritten.has(step.path));
  const isFormatted = file.planned_hash !== undefined;
  const modified = countModified(file.hunks);
  return { path, beforeHash, afterHash, added, removed, modified, isOverwritten, isFormatted };
}

type Head = Pick<
  EntryOf<'change_set_started'>,
  | 'change_set_id'
  | 'turn_id'
  | 'kind'
  | 'intent_id'
  | 'by'
  | 'parent_change_set_id'
  | 'undoes'
  | 'revision_id'
  | 'cost_usd'
  | 'made_folders'
  | 'remove_folders'
>;

function headOf({ id, plan }: StartedSet, madeFolders: readonly string[]): Head {
  const { removeFolders = [] } = plan;
  return {
    change_set_id: id,
    kind: plan.kind,
    intent_id: plan.intent,
    ...(plan.by === undefined ? {} : { by: plan.by }),
    ...(plan.turn === undefined ? {} : { turn_id: plan.turn }),
    ...(plan.parent === undefined ? {} : { parent_change_set_id: plan.parent }),
    ...(plan.undoes === undefined ? {} : { undoes: [...plan.undoes] }),
    ...(plan.revision === undefined ? {} : { revision_id: plan.revision }),
    ...(plan.costUsd === undefined ? {} : { cost_usd: plan.costUsd }),
    ...(madeFolders.length === 0 ? {} : { made_folders: [...madeFolders] }),
    ...(removeFolders.length === 0 ? {} : { remove_folders: [...removeFolders] }),
  };
}
