import { posix } from 'node:path';

import {
  countModified,
  fail,
  rookError,
  succeed,
  type ChangeSetId,
  type EntryDraft,
  type IntentId,
  type Result,
  type RookError,
  type TurnId,
} from '@rook/contract';

import { describeHunks } from '../edits/diff-lines.ts';
import { draftRefusedSet } from '../edits/draft-refused-set.ts';
import type { ChangePlan, PlannedFile } from '../edits/plan-change-set.ts';
import type { RefusedFile } from '../edits/planned-writes.ts';
import { rehearseChangeSet, sortOutRefused } from '../edits/rehearse-change-set.ts';
import {
  writeChangeSet,
  type ChangeSetPlan,
  type ChangeSetPorts,
  type WrittenFile,
} from '../edits/write-change-set.ts';
import type { Journal } from '../journal/open-journal.ts';
import { contentHash } from '../ports/content-hash.ts';
import type { Store } from '../ports/store.ts';
import type { Workspace } from '../ports/workspace.ts';
import { describeChanges } from './describe-changes.ts';
import { linkTodos, recordUnknownTodos } from './link-todos.ts';
import {
  planChanges,
  previewFiles,
  type FileToChange,
  type PlanAccess,
  type WantedChanges,
} from './plan-changes.ts';
import { APPROVAL_VOID, isSamePreview } from './same-preview.ts';
import type { CallSurroundings, ChangeReport, ReportedFile, ToolReply } from './tool.ts';

/** What changing files needs beside the files. */
export interface ChangeAccess extends PlanAccess {
  readonly store: Pick<Store, 'changing' | 'blobs'>;
  readonly journal: Pick<Journal, 'append'>;
  readonly nextId: () => ChangeSetId;
  readonly intent: () => IntentId | null;
  /** What the turn has cost so far, in US dollars; null where nobody knows. */
  readonly cost: (turn: TurnId) => number | null;
  /** What git has checked out, for the record; undefined where nobody wants to know. */
  readonly revision?: () => Promise<string | null | undefined>;
  /** Of what a command changes, what lies outside the scope of the intent; null where nothing is governed. */
  readonly scope?: () => Promise<((path: string) => boolean) | null>;
  /** Nothing is written; it is told what would be. */
  readonly dryRun: boolean;
  /** How many TODOs there are; a change linked to another one is linked to none. */
  readonly todoCount: () => number;
}

type FileToWrite = ChangeSetPlan['files'][number];

/**
 * Plans the changes against what is on the disk and what was shown, and writes all of them or none. Whatever is not done
 * is said file by file, and written down.
 */
export async function changeFiles(
  { workspace, changes }: { readonly workspace: Workspace; readonly changes: ChangeAccess },
  wanted: WantedChanges,
  { turn, signal, approved, judged }: Omit<CallSurroundings, 'allow'>,
): Promise<Result<ToolReply>> {
  const { plan: whole, looked, planned, previews } = await planChanges({ workspace, changes }, wanted);
  const previewed = previewFiles(planned, looked);
  if (approved !== undefined && !isSamePreview(approved, previewed)) return fail(APPROVAL_VOID);
  const moved = previewed.find(({ path }) => !judged.has(path));
  if (moved !== undefined) return fail(elsewhere(moved.path));
  const real = (path: string): string => looked.real.get(path) ?? path;
  const ports: ChangeSetPorts = { workspace, ...changes };
  const isWhole = wholeContents(wanted.fileChanges);
  const todos = linkTodos(wanted.fileChanges, changes.todoCount());
  const all = planned.map((file) => toWrite(file, { real, isWhole, todos }));
  const sorted = changes.partial ? await sortOutRefused(workspace, all) : { good: all, refused: [] };
  const plan = withRefused(whole, sorted.refused, real);
  const files = sorted.good;
  if (files.length === 0) {
    if (!changes.dryRun) await recordRefused(changes, plan, turn);
    return succeed(reply(report(plan, previews), true, changes.dryRun));
  }
  if (changes.dryRun) {
    const refused = await rehearseChangeSet(workspace, files);
    const told = reportRefused({ plan, previews, real }, refused);
    return succeed(
      reply(
        told,
        told.files.some(({ status }) => status === 'refused'),
        true,
      ),
    );
  }
  const revision = await changes.revision?.();
  const written = await writeChangeSet(ports, {
    kind: 'edit',
    intent: changes.intent(),
    by: authorOf(changes),
    turn,
    ...costOf(changes.cost(turn)),
    ...(revision === undefined ? {} : { revision }),
    wait: { signal },
    files,
  });
  if (todos.unknown.length > 0) await recordUnknownTodos(changes, todos.unknown, turn);
  if (written.ok) await recordRefused(changes, plan, turn);
  if (written.ok) {
    const done = written.value;
    const byPath = new Map(done.files.map((file) => [file.path, file]));
    const reported = plan.files.map((file): ReportedFile => {
      const one = file.status === 'planned' ? byPath.get(real(file.path)) : undefined;
      return {
        ...reportFile(file, previews),
        ...hashesOf(one?.beforeHash, one?.afterHash),
        ...(one?.isFormatted === true ? formattedOf(one) : {}),
      };
    });
    const { unknownFields } = plan;
    return succeed(reply({ changeSet: done.id, files: reported, unknownFields }, false, false));
  }
  return succeed(reply(reportRefused({ plan, previews, real }, written.error.files), true, false));
}

function formattedOf({ added, removed, modified }: WrittenFile): Partial<ReportedFile> {
  return { added, removed, modified, message: FORMATTED };
}

const FORMATTED = 'The editor formatted it on saving; read it again before you change it.';

/** Good files are written although the disk refuses others: those count as refused by the plan. */
function withRefused(
  plan: ChangePlan,
  refused: readonly RefusedFile[],
  real: (path: string) => string,
): ChangePlan {
  if (refused.length === 0) return plan;
  const files = plan.files.map((file): PlannedFile => {
    const one = refused.find(({ path }) => path === real(file.path));
    if (file.status !== 'planned' || one === undefined) return file;
    return { path: file.path, status: 'refused', code: one.error.code, message: one.error.message };
  });
  return { ...plan, files };
}

/** What was planned and is refused by the files themselves. */
function reportRefused(
  { plan, previews, real }: Reported & Pick<Known, 'real'>,
  refused: readonly RefusedFile[],
): ChangeReport {
  const files = plan.files.map((file): ReportedFile => {
    const one = refused.find(({ path }) => path === real(file.path));
    if (file.status !== 'planned') return reportFile(file, previews);
    // Nothing is against it, and nothing was written: what would be.
    if (one === undefined)
      return {
        ...reportFile(file, previews),
        ...(file.after === null ? {} : { afterHash: contentHash(file.after) }),
      };
    const { code, message } = one.error;
    return { path: file.path, status: one.status, code, message, added: 0, removed: 0 };
  });
  return { changeSet: null, files, unknownFields: plan.unknownFields };
}

interface Reported {
  readonly plan: ChangePlan;
  readonly previews: ReadonlyMap<string, string>;
}

function elsewhere(path: string): RookError {
  const sentence = `A path of this change leads to ${path} now, which it did not when it was judged; nothing was written. Look at it again.`;
  return rookError('stale_file', sentence);
}

function toWrite(planned: FileToChange, { real, isWhole, todos }: Known): FileToWrite {
  const { path, before, after, renamedFrom, mode, added, removed, hunks } = planned;
  const file = {
    path: real(path),
    before: before?.hash ?? null,
    after,
    ...(mode === undefined ? {} : { mode }),
    added,
    removed,
    whole: before === null || isWhole.has(path),
    todoIndexes: todos.of(planned),
    hunks: describeHunks(hunks),
  };
  return renamedFrom === undefined ? file : { ...file, renamedFrom: real(renamedFrom) };
}

/** Who has only the disk to compare with is a person with a reply at hand. */
function authorOf({ rule }: Pick<ChangeAccess, 'rule'>): 'assistant' | 'user' {
  return rule === 'disk' ? 'user' : 'assistant';
}

function costOf(cost: number | null): { readonly costUsd?: number } {
  return cost === null ? {} : { costUsd: cost };
}

/** What is known of the changes beside their plan. */
interface Known {
  readonly real: (path: string) => string;
  readonly isWhole: ReadonlySet<string>;
  readonly todos: ReturnType<typeof linkTodos>;
}

/** Paths whose whole new content the model wrote. */
function wholeContents(fileChanges: readonly unknown[]): ReadonlySet<string> {
  const whole = new Set<string>();
  for (const change of fileChanges) {
    if (typeof change !== 'object' || change === null || !('path' in change)) continue;
    const isPart = 'isDiff' in change || 'lineRange' in change || !('content' in change);
    if (!isPart && typeof change.path === 'string') whole.add(posix.normalize(change.path));
  }
  return whole;
}

function report(plan: ChangePlan, previews: ReadonlyMap<string, string>): ChangeReport {
  const files = plan.files.map((file) => reportFile(file, previews));
  return { changeSet: null, files, unknownFields: plan.unknownFields };
}

function reportFile(file: PlannedFile, previews: ReadonlyMap<string, string>): ReportedFile {
  if (file.status !== 'planned') {
    const { path, status, code, message } = file;
    return { path, status, code, message, added: 0, removed: 0 };
  }
  const { path, added, removed, before, hunks } = file;
  const shown = previews.get(path);
  return {
    path,
    status: 'applied',
    added,
    removed,
    modified: countModified(describeHunks(hunks)),
    ...hashesOf(before?.hash, undefined),
    ...(shown === undefined ? {} : { preview: shown }),
  };
}

function hashesOf(
  before: ReportedFile['beforeHash'] | null,
  after: ReportedFile['afterHash'] | null,
): Pick<ReportedFile, 'beforeHash' | 'afterHash'> {
  return {
    ...(before === undefined || before === null ? {} : { beforeHash: before }),
    ...(after === undefined || after === null ? {} : { afterHash: after }),
  };
}

function reply(changes: ChangeReport, failed: boolean, dryRun: boolean): ToolReply {
  return { text: describeChanges(changes, dryRun), changes, ...(failed ? { failed } : {}) };
}

/** What was refused is part of the history too, with the bug of a diff that nobody can read. */
async function recordRefused(
  { journal, nextId, intent, rule }: ChangeAccess,
  { files }: ChangePlan,
  turn: CallSurroundings['turn'],
): Promise<void> {
  const refused = files.flatMap((file) => (file.status === 'planned' ? [] : [file]));
  const first = refused.find(({ status }) => status === 'refused');
  if (first === undefined) return;
  const drafts: EntryDraft[] = [
    draftRefusedSet({
      id: nextId(),
      turn,
      intent: intent(),
      by: authorOf({ rule }),
      files: refused.map(({ path, status, code, message }) => ({
        path,
        status,
        error: rookError(code, message),
      })),
      error: rookError(first.code, first.message),
    }),
  ];
  for (const { path, code } of refused)
    if (code === 'malformed')
      drafts.push({
        event_type: 'bug_recorded',
        type: 'Other',
        by: 'script',
        description: `Auto-detected: Malformed diff for ${path}`,
        turn_id: turn,
      });
  await journal.append(drafts);
}
