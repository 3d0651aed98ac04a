import { fail, rookError } from '@rook/contract';

import { contentHash } from '../ports/content-hash.ts';
import type { KindChanges } from '../ports/kind-changes.ts';
import { linkContent } from '../ports/link-content.ts';
import type { MendedFile, Workspace } from '../ports/workspace.ts';
import { isPermissionStep, type FileStep } from './change-set-steps.ts';

export type StepState = 'before' | 'after' | 'changed';

export interface SeenStep {
  readonly step: FileStep;
  readonly state: StepState;
  readonly isMissing: boolean;
  /** A file on one side of the set, and on the other a folder, or in one. */
  readonly givesWay: boolean;
  /** What was left beside it. */
  readonly mended: MendedFile | null;
}

const NOT_THERE = fail(rookError('not_found', 'It is not there.'));

/** How far a step has come, whatever was done to its file since. */
export async function lookAtStep(
  workspace: Workspace,
  step: FileStep,
  { mended: all, kinds }: { readonly mended: readonly MendedFile[]; readonly kinds: KindChanges },
): Promise<SeenStep> {
  if (isPermissionStep(step)) return lookAtPermissions(workspace, step);
  const mended = all.find(({ path }) => path === step.path) ?? null;
  const givesWay = kinds.has(step.path);
  const link = step.wasLink === true || step.isLink === true ? workspace.readLink(step.path) : null;
  if (link !== null) {
    const hash = contentHash(linkContent(link));
    const isAfter = step.isLink === true && hash === step.after;
    const isBefore = step.wasLink === true && hash === step.before;
    const state = isAfter ? 'after' : isBefore ? 'before' : 'changed';
    return { step, state, isMissing: false, givesWay, mended };
  }
  const outer = kinds.outerOf(step.path);
  // Behind a link of the set lies what somebody else has.
  const isBehind = outer !== null && workspace.readLink(outer) !== null;
  const read = isBehind ? NOT_THERE : await workspace.read(step.path);
  const isThere = !read.ok && read.error.code !== 'not_found';
  // Where others of the set lie inside of its path, a folder is no file of anybody.
  if (isThere && !(givesWay && (await isFolder(workspace, step.path))))
    return { step, state: 'changed', isMissing: false, givesWay, mended };
  const hash = read.ok ? read.value.hash : null;
  // A file that holds what a link would is none.
  const isAs = (expected: FileStep['before'], isLink: FileStep['isLink']): boolean =>
    hash === expected && (hash === null || isLink !== true);
  const state = isAs(step.after, step.isLink)
    ? 'after'
    : isAs(step.before, step.wasLink)
      ? 'before'
      : 'changed';
  const mode = state === 'after' ? step.afterMode : step.beforeMode;
  // Who gave it other permissions since has changed it too.
  const isOther = read.ok && step.afterMode !== undefined && isOtherMode(read.value.mode, mode);
  return { step, state: isOther ? 'changed' : state, isMissing: hash === null, givesWay, mended };
}

async function isFolder(workspace: Workspace, path: string): Promise<boolean> {
  const located = await workspace.locate(path);
  return located.ok && located.value.kind === 'folder';
}

/** Whatever the file holds. What it held was not kept, so that one that is gone is only one that changed. */
async function lookAtPermissions(workspace: Workspace, step: FileStep): Promise<SeenStep> {
  const located = await workspace.locate(step.path);
  const mode = located.ok ? located.value.mode : undefined;
  const state = mode === step.afterMode ? 'after' : mode === step.beforeMode ? 'before' : 'changed';
  return { step, state, isMissing: false, givesWay: false, mended: null };
}

function isOtherMode(mode: number | undefined, wanted: number | undefined): boolean {
  return mode !== undefined && wanted !== undefined && mode !== wanted;
}
