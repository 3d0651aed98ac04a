import {
  fail,
  rookError,
  succeed,
  type ChangeSetId,
  type ContentHash,
  type EntryDraft,
  type Result,
  type RookError,
} from '@rook/contract';

import type { Journal } from '../journal/open-journal.ts';
import { holdsRedactionMark } from '../journal/redaction-mark.ts';
import { findKindChanges } from '../ports/kind-changes.ts';
import type { Store } from '../ports/store.ts';
import type { FileWrite, PermissionChange, Workspace } from '../ports/workspace.ts';
import {
  changesContent,
  createKeeper,
  isPermissionStep,
  linksOf,
  stepsOf,
  type FileStep,
  type StartedFile,
} from './change-set-steps.ts';
import type { OpenChangeSet } from './fold-open-change-sets.ts';
import { lookAtStep, type SeenStep, type StepState } from './look-at-step.ts';
import { rightToRemove } from './planned-writes.ts';

export interface RecoveryPorts {
  readonly workspace: Workspace;
  readonly store: Pick<Store, 'changing' | 'blobs'>;
  /** Of the session whose change sets they are, whoever holds it now. */
  readonly journal: Pick<Journal, 'append'>;
}

/** How a change set ended that a dead process had begun. */
export interface RecoveredChangeSet {
  readonly id: ChangeSetId;
  /**
   * `finished`: all of it is there. `undone`: nothing of it is there. `in_part`: what is there could be neither finished nor
   * undone. `open`: it could not be looked after now and is tried again at the next start.
   */
  readonly outcome: 'finished' | 'undone' | 'in_part' | 'open';
  /** One sentence for a person. */
  readonly message: string;
  readonly files: readonly RecoveredFile[];
  readonly displaced: readonly { readonly path: string; readonly blob: ContentHash }[];
}

interface RecoveredFile {
  readonly path: string;
  /** `changed`: somebody changed it since, and it was left. */
  readonly state: StepState;
}

/**
 * Finishes or undoes what a dead process had begun, the newest first. A set of which all is written is finished; one that stands
 * in the middle is undone, or finished where the old bytes are missing. Every hash is compared again:
 * what was changed after the crash is left as it is. Only on a session that nobody else writes to.
 */
export async function recoverChangeSets(
  ports: RecoveryPorts,
  open: readonly OpenChangeSet[],
): Promise<Result<readonly RecoveredChangeSet[]>> {
  if (open.length === 0) return succeed([]);
  return ports.store.changing(async (mark) => {
    const noted = await mark.noted();
    if (!noted.ok) return noted;
    const recovered: RecoveredChangeSet[] = [];
    for (const set of open.toReversed()) recovered.push(await recoverOne(ports, set));
    if (recovered.some(({ outcome }) => outcome === 'open')) mark.leaveOpen();
    else mark.settle();
    return succeed(recovered);
  });
}

type Kept = RecoveredChangeSet['displaced'];
type Ending = Pick<RecoveredChangeSet, 'outcome' | 'message'> & { readonly steps: readonly SeenStep[] };

async function recoverOne(ports: RecoveryPorts, set: OpenChangeSet): Promise<RecoveredChangeSet> {
  const steps = set.files
    .flatMap((file) => stepsOf(file))
    .filter((step) => changesContent(step) || isPermissionStep(step));
  const keeper = createKeeper(ports.store.blobs);
  const ending = steps.some(({ path }) => holdsRedactionMark(path))
    ? { outcome: 'in_part' as const, message: NAMELESS, steps: [] }
    : await settle(ports, set, steps, keeper.keep);
  const known = new Set(steps.flatMap(({ before, after }) => [before, after]));
  const displaced = keeper.kept.filter(({ blob }) => !known.has(blob));
  const files = set.files.map((file) => ({ path: file.path, state: stateOf(file, ending) }));
  const result = {
    id: set.change_set_id,
    outcome: ending.outcome,
    message: ending.message,
    files,
    displaced,
  };
  if (ending.outcome === 'open') return { ...result, message: stuck(set, ending.message) };
  const written = await ports.journal.append([closingEntry(set, result)], { durable: true });
  return written.ok ? result : { ...result, outcome: 'open', message: stuck(set, written.error.message) };
}

function stuck({ change_set_id: id }: OpenChangeSet, reason: string): string {
  const why = reason.replace(/ Nothing was (?:written|changed)\./u, '');
  return `The process of ${id} ended in the middle of it, and it can be neither finished nor undone now: ${why} Mend that; then \`rook rewind\` settles it before it asks anything.`;
}

const NAMELESS =
  'The process ended while this was written, and the names of its files were redacted; look at the files yourself.';

/** Looks at every file and brings the set to one of its two ends. */
async function settle(
  ports: RecoveryPorts,
  set: OpenChangeSet,
  steps: readonly FileStep[],
  keep: ReturnType<typeof createKeeper>['keep'],
): Promise<Ending> {
  // As they are written: what goes, goes last. Where only permissions are given, nothing lies beside.
  const contents = steps.filter((step) => !isPermissionStep(step));
  const kinds = findKindChanges(contents.map(({ path }) => path));
  // What gives way to others goes first.
  const rank = ({ path, after }: FileStep): number => (after !== null ? 1 : kinds.has(path) ? 0 : 2);
  const paths = contents.toSorted((a, b) => rank(a) - rank(b));
  const links = linksOf(contents);
  const mended = await ports.workspace.mend(
    paths.map(({ path }) => path),
    keep,
    {
      before: new Map(contents.flatMap(({ path, before }) => (before === null ? [] : [[path, before]]))),
      links,
    },
  );
  if (!mended.ok) return { outcome: 'open', message: mended.error.message, steps: [] };
  const seen = await Promise.all(
    steps.map(async (step) => lookAtStep(ports.workspace, step, { mended: mended.value, kinds })),
  );
  const ending = await bringToEnd(ports, set, seen, keep);
  if (ending.outcome === 'open') return ending;
  // Until it had ended, the new contents that lie beside said how far it came; now they go, and then the folders are empty.
  await ports.workspace.mend(
    paths.map(({ path }) => path),
    keep,
    { links },
  );
  const { made_folders: made = [], remove_folders: removed = [] } = set;
  await ports.workspace.apply([], { removeFolders: ending.outcome === 'finished' ? removed : made });
  return ending;
}

async function bringToEnd(
  ports: RecoveryPorts,
  set: OpenChangeSet,
  found: readonly SeenStep[],
  keep: ReturnType<typeof createKeeper>['keep'],
): Promise<Ending> {
  const gone = findGone(found);
  const seen = found.filter((one) => !gone.includes(one));
  const undo = seen.filter(({ state }) => state === 'after');
  const finish = seen.filter(({ state }) => state === 'before');
  const note = describeLeft(found, gone);
  if (undo.length > 0 && !isCut(found)) return removeRest({ ...ports, keep }, set, found);

  const back = await writesFor(ports, undo, 'before');
  if (back.ok) {
    const { changes, permissions } = back.value;
    // A folder that it made may be in the way of a file that comes back.
    const removeFolders = set.made_folders ?? [];
    const undone = await ports.workspace.apply(changes, { keep, permissions, removeFolders });
    if (!undone.ok) return { outcome: 'open', message: undone.error.message, steps: found };
    const outcome = gone.length === 0 ? 'undone' : 'in_part';
    const rest = gone.length === 0 ? '' : ' more';
    const message = `The process ended while the change set was written; nothing${rest} of it is left.${note}${describeBack(found)}`;
    return { outcome, message, steps: found.map((one) => (gone.includes(one) ? one : moved(one, 'before'))) };
  }
  const on = await writesFor(ports, findUndone(seen), 'after');
  if (!on.ok) {
    const message = `The process ended while the change set was written, and it can be neither finished nor undone: ${back.error.message}${note}`;
    return { outcome: 'in_part', message, steps: found };
  }
  const finished = await ports.workspace.apply(on.value.changes, {
    keep,
    permissions: on.value.permissions,
    removeFolders: set.remove_folders ?? [],
  });
  if (!finished.ok) return { outcome: 'open', message: finished.error.message, steps: found };
  const left = finish.filter((one) => !findUndone(seen).includes(one));
  const message = `The change set was finished, because the old bytes are missing.${describeLeft(found, [...gone, ...left])}`;
  const ended = found.map((one) => moved(one, left.includes(one) ? 'changed' : 'after'));
  return { outcome: 'finished', message, steps: ended };
}

/** All is written. What goes and is still there goes, too, so that nothing that is gone has to come back. */
async function removeRest(
  { keep, ...ports }: RecoveryPorts & { readonly keep: ReturnType<typeof createKeeper>['keep'] },
  { remove_folders: removeFolders = [] }: OpenChangeSet,
  found: readonly SeenStep[],
): Promise<Ending> {
  const rest = found.filter(({ state }) => state === 'before');
  const writes = await writesFor(ports, rest, 'after');
  const done = writes.ok
    ? await ports.workspace.apply(writes.value.changes, {
        keep,
        removeFolders,
        permissions: writes.value.permissions,
      })
    : writes;
  if (!done.ok) return { outcome: 'open', message: done.error.message, steps: found };
  const what =
    rest.length === 0
      ? 'The change set was complete.'
      : 'The process ended while the change set was written; the rest of it was done.';
  const steps = found.map((one) => moved(one, 'after'));
  return { outcome: 'finished', message: `${what}${describeLeft(found, [])}`, steps };
}

/** Whether something was not written that should be; whatever goes goes after that. */
function isCut(seen: readonly SeenStep[]): boolean {
  return seen.some(
    ({ step, state, mended }) =>
      step.after !== null && (state === 'before' || (state === 'changed' && mended?.wasPlaced === false)),
  );
}

/**
 * Files that somebody deleted after the crash. What a change set deletes it takes away after it has written all the rest, and
 * lays it aside until then, from where it has been put back by now. Only what gives way to others goes first, so that nobody can tell
 * whether somebody deleted it; it comes back.
 */
function findGone(seen: readonly SeenStep[]): readonly SeenStep[] {
  return isCut(seen)
    ? seen.filter(({ step, state, givesWay }) => state === 'after' && step.after === null && !givesWay)
    : [];
}

/** What was not done yet. Files are written in their order: one that is not there before one that is was deleted by somebody. */
function findUndone(seen: readonly SeenStep[]): readonly SeenStep[] {
  const last = seen.findLastIndex(({ step, state }) => state === 'after' && step.after !== null);
  return seen.filter(
    ({ step, state }, index) => state === 'before' && (step.before !== null || index > last),
  );
}

function namesOf(steps: readonly SeenStep[]): string {
  return steps.map(({ step }) => step.path).join(', ');
}

function isDeleted({ state, isMissing }: SeenStep): boolean {
  return state === 'changed' && isMissing;
}

function describeLeft(seen: readonly SeenStep[], gone: readonly SeenStep[]): string {
  const changed = seen.filter((one) => one.state === 'changed' && !isDeleted(one));
  const left = changed.length === 0 ? '' : ` Changed since, and left as they are: ${namesOf(changed)}.`;
  const away = [...seen.filter((one) => isDeleted(one)), ...gone];
  if (away.length === 0) return left;
  const kept = away.map(({ step }) => `${step.path} (${step.before ?? step.after ?? 'nothing'})`).join(', ');
  return `${left} Deleted since, and left so; what they held is kept: ${kept}.`;
}

/** What lay aside when the process ended, and has its name again. */
function describeBack(seen: readonly SeenStep[]): string {
  const back = seen.filter(({ mended, state }) => mended?.how === 'put_back' && state === 'before');
  return back.length === 0
    ? ''
    : ` Put back, because it lay aside: ${back.map(({ step }) => step.path).join(', ')}.`;
}

function moved(seen: SeenStep, state: StepState): SeenStep {
  return seen.state === 'changed' ? seen : { ...seen, state };
}

interface EndWrites {
  readonly changes: readonly FileWrite[];
  readonly permissions: readonly PermissionChange[];
}

/** The changes that bring these steps to one of their ends; fails where the bytes for it are missing. */
async function writesFor(
  { store }: RecoveryPorts,
  seen: readonly SeenStep[],
  end: 'before' | 'after',
): Promise<Result<EndWrites>> {
  const changes: FileWrite[] = [];
  const permissions: PermissionChange[] = [];
  for (const { step } of seen) {
    const { path, pairedWith, afterMode, wasLink, isLink } = step;
    const [expected, hash] = end === 'before' ? [step.after, step.before] : [step.before, step.after];
    const [expectsLink, makesLink] = end === 'before' ? [isLink, wasLink] : [wasLink, isLink];
    const [given, mode] =
      end === 'before'
        ? [afterMode, step.beforeMode]
        : [afterMode === undefined ? undefined : step.beforeMode, afterMode];
    if (isPermissionStep(step)) {
      if (given !== undefined && mode !== undefined) permissions.push({ path, expectedMode: given, mode });
      continue;
    }
    const goes = hash === null || makesLink === true;
    const right = goes ? rightToRemove(end === 'before' ? afterMode : step.beforeMode) : undefined;
    const { before: expectedMode = given, after: newMode = mode } = right ?? {};
    const kept = hash === null ? succeed(null) : await store.blobs.get(hash);
    if (!kept.ok) return kept;
    if (hash !== null && kept.value === null)
      return fail(rookError('not_found', `The kept bytes of ${path} (${hash}) are missing.`));
    changes.push({
      path,
      expected,
      bytes: kept.value,
      ...(kept.value === null ? {} : { comesBack: true as const }),
      ...(pairedWith === undefined ? {} : { modeFrom: pairedWith }),
      ...(newMode === undefined ? {} : { mode: newMode }),
      ...(expectsLink === undefined ? {} : { expectsLink }),
      ...(makesLink === undefined ? {} : { makesLink }),
      ...(expectedMode === undefined || expected === null ? {} : { expectedMode }),
    });
  }
  return succeed({ changes, permissions });
}

/** Of a file with two paths: as far as it has come. */
function stateOf(file: StartedFile, { steps, outcome }: Ending): RecoveredFile['state'] {
  const paths = new Set(stepsOf(file).map(({ path }) => path));
  const states = steps.filter(({ step }) => paths.has(step.path)).map(({ state }) => state);
  if (states.length === 0) return outcome === 'finished' ? 'after' : 'changed';
  return states.find((state) => state === 'changed') ?? states.find((state) => state === 'before') ?? 'after';
}

interface Recovered {
  readonly outcome: RecoveredChangeSet['outcome'];
  readonly message: string;
  readonly files: readonly RecoveredFile[];
  readonly displaced: Kept;
}

/** Where anything of it stays, the entry says it is applied, and of which file it is not. */
function closingEntry(set: OpenChangeSet, { outcome, message, files, displaced }: Recovered): EntryDraft {
  const crashed = rookError('crashed', message);
  const head = {
    change_set_id: set.change_set_id,
    kind: set.kind,
    intent_id: set.intent_id,
    ...(set.by === undefined ? {} : { by: set.by }),
    ...(set.turn_id === undefined ? {} : { turn_id: set.turn_id }),
    ...(set.parent_change_set_id === undefined ? {} : { parent_change_set_id: set.parent_change_set_id }),
    ...(set.undoes === undefined ? {} : { undoes: set.undoes }),
    ...(set.revision_id === undefined ? {} : { revision_id: set.revision_id }),
    ...(set.cost_usd === undefined ? {} : { cost_usd: set.cost_usd }),
    ...(displaced.length === 0 ? {} : { displaced: [...displaced] }),
    recovered: true as const,
  };
  const isThere = files.some(({ state }) => state === 'after');
  if (outcome === 'undone' || !isThere) {
    const refused = set.files.map((file, index) => {
      const isChanged = files[index]?.state === 'changed';
      return {
        ...file,
        status: 'refused' as const,
        error: { ...(isChanged ? changedSince(file.path) : crashed) },
      };
    });
    return { event_type: 'change_set_refused', ...head, files: refused, error: { ...crashed } };
  }
  const applied = set.files.map((file, index) => {
    const state = files[index]?.state;
    if (state === 'after') return { ...file, status: 'applied' as const };
    return {
      ...file,
      status: 'skipped' as const,
      error: { ...(state === 'changed' ? changedSince(file.path) : crashed) },
    };
  });
  const folders = set.made_folders === undefined ? {} : { made_folders: set.made_folders };
  return { event_type: 'change_set_applied', ...head, ...folders, files: applied };
}

function changedSince(path: string): RookError {
  return rookError('stale_file', `${path} was changed after the process ended, and was left as it is.`);
}
