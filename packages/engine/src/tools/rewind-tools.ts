import {
  changeSetIdSchema,
  describePermissions,
  fail,
  rookError,
  sessionIdSchema,
  succeed,
  type Result,
} from '@rook/contract';
import * as z from 'zod';

import {
  keepsContent,
  listRewoundLinks,
  listRewoundPaths,
  type RewoundFile,
} from '../edits/compare-rewound.ts';
import type { RewindPlan, RewindWish } from '../edits/plan-rewind.ts';
import { prepareRewind } from '../edits/prepare-rewind.ts';
import { previewChange } from '../edits/preview-change.ts';
import { planRewound, withAdvice } from '../edits/rehearse-rewind.ts';
import { writeChangeSet, type ChangeSetPlan } from '../edits/write-change-set.ts';
import type { History } from '../journal/fold-history.ts';
import type { ChangeAccess } from './change-files.ts';
import { describeChanges } from './describe-changes.ts';
import type { ToolPorts } from './tool-ports.ts';
import { defineTool, type CallSurroundings, type ReportedFile, type Tool, type ToolReply } from './tool.ts';

export interface RewindPorts extends Pick<ToolPorts, 'workspace'> {
  readonly changes: Pick<ChangeAccess, 'store' | 'journal' | 'nextId' | 'intent' | 'revision' | 'dryRun'>;
  /** All change sets of the workspace, as they are now. */
  readonly history: () => Promise<Result<History>>;
}

const schema = z.strictObject({
  changeSet: changeSetIdSchema,
  session: sessionIdSchema,
  file: z.string().exactOptional(),
  cascade: z.boolean(),
  partial: z.boolean().exactOptional(),
  /** Every path that the plan touches; a plan that touches another one is not carried out. */
  paths: z.array(z.string()),
  /** Those of them where it puts or takes away a symbolic link itself; no other than these. */
  links: z.array(z.string()).exactOptional(),
  /** Of the plan that was shown. */
  fingerprint: z.string(),
});
type RewindInput = z.infer<typeof schema>;

/** Undo and redo for whoever is no model. What was shown before is what is done, or nothing is. */
export function createRewindTools(ports: RewindPorts): readonly Tool[] {
  const make = (name: string, description: string, direction: RewindWish['direction']): Tool =>
    defineTool({
      name,
      description,
      schema,
      effect: 'write',
      isHidden: true,
      effectOf: ({ paths, links }) => ({ kind: 'write', paths, ...(links === undefined ? {} : { links }) }),
      run: async (input, around) => undoChanges(ports, { ...input, direction }, around),
    });
  return [
    make('rewind_changes', 'Takes back a change set, and later ones that stand on it.', 'rewind'),
    make('forward_changes', 'Makes again what a rewind took back.', 'forward'),
  ];
}

async function undoChanges(
  { workspace, changes, history }: RewindPorts,
  input: RewindInput & Pick<RewindWish, 'direction'>,
  { turn, signal }: Pick<CallSurroundings, 'turn' | 'signal'>,
): Promise<Result<ToolReply>> {
  const known = await history();
  if (!known.ok) return known;
  const plan = await prepareRewind({ workspace, blobs: changes.store.blobs }, known.value, input);
  if (plan.error !== null) return fail(plan.error);
  const named = new Set(input.paths);
  const links = new Set(listRewoundLinks(plan.files));
  if (
    plan.fingerprint !== input.fingerprint ||
    !listRewoundPaths(plan.files).every((path) => named.has(path)) ||
    !(input.links ?? []).every((path) => links.has(path))
  )
    return fail(
      rookError(
        'stale_file',
        'The files changed since the preview was made; look at it again. Nothing was written.',
      ),
    );
  if (changes.dryRun) return succeed(reply(plan, null, true));
  const revision = await changes.revision?.();
  const written = await writeChangeSet(
    { workspace, ...changes },
    { ...toWrite(plan, { changes, turn, signal }), ...(revision === undefined ? {} : { revision }) },
  );
  if (!written.ok) return fail(withAdvice(written.error));
  return succeed(reply(plan, written.value.id, false));
}

function toWrite(
  plan: RewindPlan,
  { changes, turn, signal }: Pick<RewindPorts, 'changes'> & Pick<CallSurroundings, 'turn' | 'signal'>,
): ChangeSetPlan {
  return {
    kind: plan.kind,
    intent: changes.intent(),
    turn,
    ...(plan.target === null ? {} : { parent: plan.target.id }),
    undoes: plan.undone.map(({ set, files, already }) => ({
      session_id: set.session,
      change_set_id: set.id,
      paths: namesOf(files),
      ...(already.length === 0 ? {} : { already: namesOf(already) }),
    })),
    removeFolders: plan.removeFolders,
    wait: { signal },
    files: plan.files.map(planRewound),
  };
}

function namesOf(files: readonly { readonly path: string; readonly from: string }[]): string[] {
  return [...new Set(files.flatMap(({ path, from }) => [path, from]))];
}

function reply(plan: RewindPlan, changeSet: ChangeSetIdOrNull, dryRun: boolean): ToolReply {
  const files = plan.files.map(reportFile);
  const changes = { changeSet, files, unknownFields: [] };
  return { text: describeChanges(changes, dryRun), changes };
}

function reportFile(file: RewoundFile): ReportedFile {
  const { path, before, after, permissions, added, removed } = file;
  const given = describePermissions(permissions?.before, permissions?.after);
  return {
    path,
    status: 'applied',
    added,
    removed,
    ...(given === null ? {} : { permissions: given }),
    ...(before === null ? {} : { beforeHash: before.hash }),
    ...(after === null ? {} : { afterHash: after.hash }),
    ...(keepsContent(file)
      ? {}
      : { preview: previewChange(path, before?.bytes ?? null, after?.bytes ?? null) }),
  };
}

type ChangeSetIdOrNull = z.infer<typeof changeSetIdSchema> | null;
