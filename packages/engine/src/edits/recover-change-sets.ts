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
import type { Store } from '../ports/store.ts';
import type { FileWrite, Workspace } from '../ports/workspace.ts';
import { createKeeper, stepsOf, type FileStep, type StartedFile } from './change-set-steps.ts';
import type { OpenChangeSet } from './fold-open-change-sets.ts';

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
  readonly state: 'before' | 'after' | 'changed';
}

/**
 * Finishes or undoes what a dead process had begun, the newest first. A set of which all files are as they shall be is
 * finished; one that stands in the middle is undone, or finished where the old bytes are missing. Every hash is compared again:
 * what was changed after the crash is left as it is. Only on a session that nobody else writes to.
 */
export async function recoverChangeSets(
  ports: RecoveryPorts,
  open: readonly OpenChangeSet[],
): Promise<Result<readonly RecoveredChangeSet[]>> {
  if (open.length === 0) return succeed([]);
  return ports.store.changing(async () => {
    const recovered: RecoveredChangeSet[] = [];
    for (const set of open.toReversed()) recovered.push(await recoverOne(ports, set));
    return succeed(recovered);
  });
}

type Kept = RecoveredChangeSet['displaced'];
type Ending = Pick<RecoveredChangeSet, 'outcome' | 'message'> & { readonly steps: readonly SeenStep[] };

async function recoverOne(ports: RecoveryPorts, set: OpenChangeSet): Promise<RecoveredChangeSet> {
  const steps = set.files.flatMap((file) => stepsOf(file)).filter(({ before, after }) => before !== after);
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
  if (ending.outcome === 'open') return result;
  const written = await ports.journal.append([closingEntry(set, result)], { durable: true });
  return written.ok ? result : { ...result, outcome: 'open', message: written.error.message };
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
  const mended = await ports.workspace.mend(
    steps.map(({ path }) => path),
    keep,
  );
  if (!mended.ok) return { outcome: 'open', message: mended.error.message, steps: [] };
  const seen = await Promise.all(steps.map(async (step) => lookAt(ports.workspace, step)));
  const undo = seen.filter(({ state }) => state === 'after');
  const finish = seen.filter(({ state }) => state === 'before');
  const left = seen.filter(({ state }) => state === 'changed').map(({ step }) => step.path);
  const note = left.length === 0 ? '' : ` Changed since, and left as they are: ${left.join(', ')}.`;
  if (finish.length === 0 && undo.length > 0)
    return { outcome: 'finished', message: `The change set was complete.${note}`, steps: seen };

  const removeFolders = set.made_folders ?? [];
  const back = await writesFor(ports, undo, 'before');
  if (back.ok) {
    const undone = await ports.workspace.apply(back.value, { keep, removeFolders });
    if (!undone.ok) return { outcome: 'open', message: undone.error.message, steps: seen };
    const message = `The process ended while the change set was written; nothing of it is left.${note}`;
    return { outcome: 'undone', message, steps: seen.map((one) => moved(one, 'before')) };
  }
  const on = await writesFor(ports, finish, 'after');
  if (!on.ok) {
    const message = `The process ended while the change set was written, and it can be neither finished nor undone: ${back.error.message}${note}`;
    return { outcome: 'in_part', message, steps: seen };
  }
  const finished = await ports.workspace.apply(on.value, { keep });
  if (!finished.ok) return { outcome: 'open', message: finished.error.message, steps: seen };
  const message = `The change set was finished, because the old bytes are missing.${note}`;
  return { outcome: 'finished', message, steps: seen.map((one) => moved(one, 'after')) };
}

interface SeenStep {
  readonly step: FileStep;
  readonly state: RecoveredFile['state'];
}

async function lookAt(workspace: Workspace, step: FileStep): Promise<SeenStep> {
  const read = await workspace.read(step.path);
  if (!read.ok && read.error.code !== 'not_found') return { step, state: 'changed' };
  const hash = read.ok ? read.value.hash : null;
  return { step, state: hash === step.after ? 'after' : hash === step.before ? 'before' : 'changed' };
}

function moved(seen: SeenStep, state: 'before' | 'after'): SeenStep {
  return seen.state === 'changed' ? seen : { ...seen, state };
}

/** The changes that bring these steps to one of their ends; fails where the bytes for it are missing. */
async function writesFor(
  { store }: RecoveryPorts,
  seen: readonly SeenStep[],
  end: 'before' | 'after',
): Promise<Result<readonly FileWrite[]>> {
  const writes: FileWrite[] = [];
  for (const { step } of seen) {
    const { path, pairedWith, beforeMode } = step;
    const [expected, hash] = end === 'before' ? [step.after, step.before] : [step.before, step.after];
    const kept = hash === null ? succeed(null) : await store.blobs.get(hash);
    if (!kept.ok) return kept;
    if (hash !== null && kept.value === null)
      return fail(rookError('not_found', `The kept bytes of ${path} (${hash}) are missing.`));
    writes.push({
      path,
      expected,
      bytes: kept.value,
      ...(pairedWith === undefined ? {} : { modeFrom: pairedWith }),
      ...(end === 'after' || beforeMode === undefined ? {} : { mode: beforeMode }),
    });
  }
  return succeed(writes);
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
