import { posix } from 'node:path';

import {
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

import type { HashRule, ShownFile } from '../edits/check-hash.ts';
import {
  listNamedPaths,
  planChangeSet,
  type ChangePlan,
  type PlannedFile,
  type ProposedChanges,
} from '../edits/plan-change-set.ts';
import type { FileState } from '../edits/plan-file.ts';
import { previewChange, type PreviewLimits } from '../edits/preview-change.ts';
import { writeChangeSet, type ChangeSetPlan, type ChangeSetPorts } from '../edits/write-change-set.ts';
import type { Journal } from '../journal/open-journal.ts';
import { contentHash } from '../ports/content-hash.ts';
import type { Store } from '../ports/store.ts';
import type { Workspace } from '../ports/workspace.ts';
import { describeChanges } from './describe-changes.ts';
import { linkTodos, recordUnknownTodos } from './link-todos.ts';
import { APPROVAL_VOID, isSamePreview } from './same-preview.ts';
import type {
  CallPreview,
  CallSurroundings,
  ChangeReport,
  PreviewedFile,
  ReportedFile,
  ToolReply,
} from './tool.ts';

/** What changing files needs beside the files. */
export interface ChangeAccess {
  readonly store: Pick<Store, 'changing' | 'blobs'>;
  readonly journal: Pick<Journal, 'append'>;
  readonly nextId: () => ChangeSetId;
  /** What the session was shown of a file, by its real path. */
  readonly shown: (path: string) => ShownFile | null;
  /** `disk`: only a hash that was given counts. */
  readonly rule: HashRule;
  readonly intent: () => IntentId | null;
  /** What the turn has cost so far, in US dollars; null where nobody knows. */
  readonly cost: (turn: TurnId) => number | null;
  /** Good files are written although others are refused. */
  readonly partial: boolean;
  /** Nothing is written; it is told what would be. */
  readonly dryRun: boolean;
  /** How many TODOs there are; a change linked to another one is linked to none. */
  readonly todoCount: () => number;
}

type FileToWrite = ChangeSetPlan['files'][number];

export interface WantedChanges {
  readonly fileChanges: readonly unknown[];
  readonly fileHashes?: Readonly<Record<string, string>>;
}

/** Larger files are not changed by text. */
const MOST_BYTES = 64_000_000;

/**
 * Plans the changes against what is on the disk and what was shown, and writes all of them or none. Whatever is not done
 * is said file by file, and written down.
 */
export async function changeFiles(
  { workspace, changes }: { readonly workspace: Workspace; readonly changes: ChangeAccess },
  wanted: WantedChanges,
  { turn, signal, approved, judged }: Omit<CallSurroundings, 'allow'>,
): Promise<Result<ToolReply>> {
  const { plan, looked, planned, previews } = await planChanges({ workspace, changes }, wanted);
  const files = previewFiles(planned, looked);
  if (approved !== undefined && !isSamePreview(approved, files)) return fail(APPROVAL_VOID);
  const moved = files.find(({ path }) => !judged.has(path));
  if (moved !== undefined) return fail(elsewhere(moved.path));
  if (planned.length === 0 || changes.dryRun) {
    if (!changes.dryRun) await recordRefused(changes, plan, turn);
    const isRefused = plan.files.some(({ status }) => status === 'refused');
    return succeed(reply(report(plan, previews), isRefused || planned.length === 0, changes.dryRun));
  }

  const real = (path: string): string => looked.real.get(path) ?? path;
  const ports: ChangeSetPorts = { workspace, ...changes };
  const isWhole = wholeContents(wanted.fileChanges);
  const todos = linkTodos(wanted.fileChanges, changes.todoCount());
  const written = await writeChangeSet(ports, {
    kind: 'edit',
    intent: changes.intent(),
    by: authorOf(changes),
    turn,
    ...costOf(changes.cost(turn)),
    wait: { signal },
    files: planned.map((file) => toWrite(file, { real, isWhole, todos })),
  });
  if (todos.unknown.length > 0) await recordUnknownTodos(changes, todos.unknown, turn);
  if (written.ok) {
    const done = written.value;
    const byPath = new Map(done.files.map((file) => [file.path, file]));
    const reported = plan.files.map((file): ReportedFile => {
      const one = file.status === 'planned' ? byPath.get(real(file.path)) : undefined;
      return { ...reportFile(file, previews), ...hashesOf(one?.beforeHash, one?.afterHash) };
    });
    return succeed(
      reply({ changeSet: done.id, files: reported, unknownFields: plan.unknownFields }, false, false),
    );
  }
  const { files: refused } = written.error;
  const reported = plan.files.map((file): ReportedFile => {
    const one = refused.find(({ path }) => path === real(file.path));
    if (file.status !== 'planned' || one === undefined) return reportFile(file, previews);
    const { code, message } = one.error;
    return { path: file.path, status: one.status, code, message, added: 0, removed: 0 };
  });
  return succeed(reply({ changeSet: null, files: reported, unknownFields: plan.unknownFields }, true, false));
}

function elsewhere(path: string): RookError {
  const sentence = `A path of this change leads to ${path} now, which it did not when it was judged; nothing was written. Look at it again.`;
  return rookError('stale_file', sentence);
}

/** A yes to what was not shown is none. */
const WHOLE: PreviewLimits = { lines: Infinity, characters: Infinity };

/** What `changeFiles` would write now, for whoever is asked: all of it. */
export async function previewChanges(
  ports: { readonly workspace: Workspace; readonly changes: ChangeAccess },
  wanted: WantedChanges,
): Promise<Result<CallPreview>> {
  const { looked, planned, previews } = await planChanges(ports, wanted, WHOLE);
  return succeed({ text: [...previews.values()].join('\n'), files: previewFiles(planned, looked) });
}

type FileToChange = Extract<PlannedFile, { status: 'planned' }>;

async function planChanges(
  { workspace, changes }: { readonly workspace: Workspace; readonly changes: ChangeAccess },
  wanted: WantedChanges,
  limits?: PreviewLimits,
): Promise<{
  readonly plan: ChangePlan;
  readonly looked: LookedAt;
  readonly planned: readonly FileToChange[];
  readonly previews: ReadonlyMap<string, string>;
}> {
  const proposed: ProposedChanges = { complete: true, ...wanted };
  const looked = await lookAt(workspace, changes, listNamedPaths(wanted.fileChanges));
  const options = { rule: changes.rule, partial: changes.partial };
  const first = planChangeSet(proposed, looked.states, options);
  const plan = refuseLinks(first, looked) ? planChangeSet(proposed, looked.states, options) : first;
  const planned = plan.files.filter((file) => file.status === 'planned');
  const previews = new Map(planned.map((file) => [file.path, preview(file, looked.states, limits)]));
  return { plan, looked, planned, previews };
}

function previewFiles(planned: readonly FileToChange[], { real }: LookedAt): readonly PreviewedFile[] {
  return planned.flatMap(({ path, before, after, renamedFrom }): readonly PreviewedFile[] => {
    const hash = before?.hash ?? null;
    const made = { path: real.get(path) ?? path, after: after === null ? null : contentHash(after) };
    if (renamedFrom === undefined) return [{ ...made, before: hash }];
    return [
      { path: real.get(renamedFrom) ?? renamedFrom, before: hash, after: null },
      { ...made, before: null },
    ];
  });
}

function toWrite(planned: FileToChange, { real, isWhole, todos }: Known): FileToWrite {
  const { path, before, after, renamedFrom, added, removed, hunks } = planned;
  const file = {
    path: real(path),
    before: before?.hash ?? null,
    after,
    added,
    removed,
    whole: before === null || isWhole.has(path),
    todoIndexes: todos.of(planned),
    hunks: hunks.map(({ oldStart, oldEnd, newStart, newEnd }) => ({
      start: oldStart + 1,
      removed: oldEnd - oldStart,
      added: newEnd - newStart,
    })),
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

/** What goes away under a name must lie there: through a link the other file would go, and the link would stay. */
function refuseLinks({ files }: ChangePlan, { states, real }: LookedAt): boolean {
  let found = false;
  for (const file of files) {
    if (file.status !== 'planned' || (file.after !== null && file.renamedFrom === undefined)) continue;
    const named = file.renamedFrom ?? file.path;
    const at = real.get(named);
    if (at === undefined || at === posix.normalize(named)) continue;
    const sentence = `${named} is reached through a link and really is ${at}; name that file to delete or move it. Nothing was written.`;
    states.set(named, { refused: rookError('suspicious', sentence) });
    found = true;
  }
  return found;
}

/** What is known of the changes beside their plan. */
interface Known {
  readonly real: (path: string) => string;
  readonly isWhole: ReadonlySet<string>;
  readonly todos: ReturnType<typeof linkTodos>;
}

interface LookedAt {
  readonly states: Map<string, FileState>;
  /** Where each named path really lies. */
  readonly real: ReadonlyMap<string, string>;
}

async function lookAt(
  workspace: Workspace,
  changes: ChangeAccess,
  paths: readonly string[],
): Promise<LookedAt> {
  const states = new Map<string, FileState>();
  const real = new Map<string, string>();
  for (const path of paths) {
    const located = await workspace.locate(path);
    if (!located.ok) {
      states.set(path, { refused: located.error });
      continue;
    }
    const { kind, path: at } = located.value;
    real.set(path, at);
    states.set(path, await lookAtOne(workspace, path, at, kind, changes));
  }
  return { states, real };
}

async function lookAtOne(
  workspace: Workspace,
  path: string,
  at: string,
  kind: string,
  { shown }: ChangeAccess,
): Promise<FileState> {
  if (kind === 'missing') return { disk: null, shown: shown(at) };
  if (kind !== 'file')
    return { refused: rookError('invalid_input', `${path} is no file. Nothing was written.`) };
  const read = await workspace.read(at, { maxBytes: MOST_BYTES });
  return read.ok ? { disk: read.value, shown: shown(at) } : { refused: read.error };
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

function preview(
  { path, after, renamedFrom }: FileToChange,
  states: ReadonlyMap<string, FileState>,
  limits?: PreviewLimits,
): string {
  const state = states.get(renamedFrom ?? path);
  const before = state !== undefined && 'disk' in state ? (state.disk?.bytes ?? null) : null;
  return previewChange(path, before, after, limits, renamedFrom ?? path);
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
  const { path, added, removed, before } = file;
  const shown = previews.get(path);
  return {
    path,
    status: 'applied',
    added,
    removed,
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
  const about = { turn_id: turn };
  const drafts: EntryDraft[] = [
    {
      event_type: 'change_set_refused',
      change_set_id: nextId(),
      ...about,
      kind: 'edit',
      intent_id: intent(),
      by: authorOf({ rule }),
      files: refused.map(({ path, status, code, message }) => ({
        path,
        status,
        before_hash: null,
        after_hash: null,
        added: 0,
        removed: 0,
        error: { ...errorOf(code, message) },
      })),
      error: { ...errorOf(first.code, first.message) },
    },
  ];
  for (const { path, code } of refused)
    if (code === 'malformed')
      drafts.push({
        event_type: 'bug_recorded',
        type: 'Other',
        by: 'script',
        description: `Auto-detected: Malformed diff for ${path}`,
        ...about,
      });
  await journal.append(drafts);
}

function errorOf(code: RookError['code'], message: string): RookError {
  return rookError(code, message);
}
