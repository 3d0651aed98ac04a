import { posix } from 'node:path';

import { rookError, succeed, type Result } from '@rook/contract';

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
import { contentHash } from '../ports/content-hash.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { CallPreview, PreviewedFile } from './tool.ts';

export interface WantedChanges {
  readonly fileChanges: readonly unknown[];
  readonly fileHashes?: Readonly<Record<string, string>>;
}

/** What a plan depends on beside the files. */
export interface PlanAccess {
  /** What the session was shown of a file, by its real path. */
  readonly shown: (path: string) => ShownFile | null;
  /** `disk`: only a hash that was given counts. */
  readonly rule: HashRule;
  /** Good files are written although others are refused. */
  readonly partial: boolean;
}

/** Larger files are not changed by text. */
const MOST_BYTES = 64_000_000;

/** A yes to what was not shown is none. */
const WHOLE: PreviewLimits = { lines: Infinity, characters: Infinity };

/** What `changeFiles` would write now, for whoever is asked: all of it. */
export async function previewChanges(
  ports: { readonly workspace: Workspace; readonly changes: PlanAccess },
  wanted: WantedChanges,
): Promise<Result<CallPreview>> {
  const { looked, planned, previews } = await planChanges(ports, wanted, WHOLE);
  return succeed({ text: [...previews.values()].join('\n'), files: previewFiles(planned, looked) });
}

export type FileToChange = Extract<PlannedFile, { status: 'planned' }>;

export async function planChanges(
  { workspace, changes }: { readonly workspace: Workspace; readonly changes: PlanAccess },
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

export function previewFiles(planned: readonly FileToChange[], { real }: LookedAt): readonly PreviewedFile[] {
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

interface LookedAt {
  readonly states: Map<string, FileState>;
  /** Where each named path really lies. */
  readonly real: ReadonlyMap<string, string>;
}

async function lookAt(
  workspace: Workspace,
  changes: PlanAccess,
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
  { shown }: PlanAccess,
): Promise<FileState> {
  if (kind === 'missing') return { disk: null, shown: shown(at) };
  if (kind !== 'file')
    return { refused: rookError('invalid_input', `${path} is no file. Nothing was written.`) };
  const read = await workspace.read(at, { maxBytes: MOST_BYTES });
  return read.ok ? { disk: read.value, shown: shown(at) } : { refused: read.error };
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
