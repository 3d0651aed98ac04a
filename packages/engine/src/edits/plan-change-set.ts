import { rookError, type ContentHash, type ErrorCode } from '@rook/contract';

import type { HashRule } from './check-hash.ts';
import type { LineHunk } from './diff-lines.ts';
import { hasBlankEnds, planFile, refuseBlankEnds, type FileOutcome, type FileState } from './plan-file.ts';
import { pathOf, readChanges, type PathChange } from './read-changes.ts';

/** What a reply wants to change. Only a reply that is complete has this type; parts that were recovered have not. */
export interface ProposedChanges {
  readonly complete: true;
  readonly fileChanges: readonly unknown[];
  readonly fileHashes?: Readonly<Record<string, string>>;
}

export interface PlanOptions {
  readonly rule: HashRule;
  /** Good files are planned although others are refused. */
  readonly partial?: boolean;
}

export interface ChangePlan {
  readonly files: readonly PlannedFile[];
  /** Fields of the reply that mean nothing here. */
  readonly unknownFields: readonly string[];
}

export type PlannedFile =
  | {
      readonly status: 'planned';
      readonly path: string;
      /** Null where the file is made. */
      readonly before: { readonly hash: ContentHash } | null;
      /** Null where the file is deleted. */
      readonly after: Uint8Array | null;
      readonly renamedFrom?: string;
      /** The permissions of a file that is made, where the change says them. */
      readonly mode?: number;
      readonly added: number;
      readonly removed: number;
      readonly hunks: readonly LineHunk[];
    }
  | {
      readonly status: 'refused' | 'skipped';
      readonly path: string;
      readonly code: ErrorCode;
      readonly message: string;
    };

/** The paths that a reply names, targets of renames included: what the caller reads before it plans. */
export function listNamedPaths(fileChanges: readonly unknown[]): readonly string[] {
  return listTouchedPaths(fileChanges).paths;
}

/** The same, with those that would be gone: deleted, or given another name. */
export function listTouchedPaths(fileChanges: readonly unknown[]): {
  readonly paths: readonly string[];
  readonly removes: readonly string[];
} {
  const [only] = fileChanges;
  // Most calls change the text of one file, and that needs no reading of the change.
  if (fileChanges.length === 1 && changesTextAlone(only)) {
    const path = pathOf(only);
    return { paths: path === '' ? [] : [path], removes: [] };
  }
  const paths = new Set<string>();
  const removes = new Set<string>();
  for (const { path, steps } of readChanges(fileChanges, {}).changes) {
    if (path !== '') paths.add(path);
    for (const step of steps) {
      if (step.kind === 'rename') paths.add(step.to);
      if (step.kind === 'delete' || step.kind === 'rename' || (step.kind === 'hunks' && step.removesFile))
        removes.add(path);
    }
  }
  return { paths: [...paths], removes: [...removes] };
}

const OF_TEXT: ReadonlySet<string> = new Set([
  'path',
  'content',
  'edits',
  'lineOperations',
  'lineRange',
  'hash',
  'todoIndex',
]);

/** Whether nothing in the change could name, move or remove another file. */
function changesTextAlone(change: unknown): boolean {
  return (
    typeof change === 'object' && change !== null && Object.keys(change).every((key) => OF_TEXT.has(key))
  );
}

/**
 * Decides what a reply does with the files as they are now. One file that is refused makes the others skipped,
 * unless `partial`. A path that is missing in `files` counts as refused: nobody looked at it.
 */
export function planChangeSet(
  proposed: ProposedChanges,
  files: ReadonlyMap<string, FileState>,
  options: PlanOptions,
): ChangePlan {
  const { changes, unknownFields } = readChanges(proposed.fileChanges, proposed.fileHashes ?? {});
  const targets = countTargets(changes);
  const planned = changes.map((change) => planOne(change, files, targets, options.rule));
  const refused = planned.find(({ status }) => status === 'refused');
  if (refused === undefined || options.partial === true) return { files: planned, unknownFields };
  const message = `Not applied, because the change of ${refused.path === '' ? 'another file' : refused.path} was refused.`;
  return {
    files: planned.map((file) =>
      file.status === 'planned'
        ? { status: 'skipped', path: file.path, code: 'other_refused', message }
        : file,
    ),
    unknownFields,
  };
}

/** How many changes want each path for themselves: those that rename to it, and those that change what is there. */
function countTargets(changes: readonly PathChange[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path, steps } of changes) {
    const targets = new Set(steps.flatMap((step) => (step.kind === 'rename' ? [step.to] : [])));
    for (const name of [path, ...targets]) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

function planOne(
  change: PathChange,
  files: ReadonlyMap<string, FileState>,
  targets: ReadonlyMap<string, number>,
  rule: HashRule,
): PlannedFile {
  const { path } = change;
  const outcome = planFile(change, files.get(path) ?? UNREAD, rule);
  if (!outcome.ok) {
    const { code, message } = outcome.error;
    return { status: code === 'unchanged' ? 'skipped' : 'refused', path, code, message };
  }
  const { renameTo } = outcome.value;
  if (renameTo === undefined) return toPlanned(path, outcome.value);
  const problem = judgeTarget(path, renameTo, files.get(renameTo), targets);
  return problem ?? { ...toPlanned(renameTo, outcome.value), renamedFrom: path };
}

const UNREAD = {
  refused: rookError('outside_workspace', 'The file was not looked at, so it is not changed.'),
};

function toPlanned(
  path: string,
  { before, after, added, removed, hunks, mode }: FileOutcome,
): Extract<PlannedFile, { status: 'planned' }> {
  const hash = before === null ? null : { hash: before };
  const like = mode === undefined ? {} : { mode };
  return { status: 'planned', path, before: hash, after, added, removed, hunks, ...like };
}

/** A rename never writes over a file. */
function judgeTarget(
  path: string,
  renameTo: string,
  target: FileState | undefined,
  targets: ReadonlyMap<string, number>,
): PlannedFile | null {
  const refuse = (code: ErrorCode, message: string): PlannedFile => ({
    status: 'refused',
    path,
    code,
    message,
  });
  if (target === undefined || 'refused' in target) {
    const { code, message } = target?.refused ?? UNREAD.refused;
    return refuse(code, message);
  }
  if (target.disk === null && hasBlankEnds(renameTo)) {
    const { code, message } = refuseBlankEnds(renameTo);
    return refuse(code, message);
  }
  if (target.disk !== null || (targets.get(renameTo) ?? 0) > 1) {
    return refuse(
      'suspicious',
      `${path} is not renamed: ${renameTo} is there already, or another change makes it. Delete it first.`,
    );
  }
  return null;
}
