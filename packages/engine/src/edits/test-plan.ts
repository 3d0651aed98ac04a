import { createHash } from 'node:crypto';

import { contentHashSchema } from '@rook/contract';

import type { DiskFile, ShownFile } from './check-hash.ts';
import { planChangeSet, type ChangePlan, type PlannedFile, type PlanOptions } from './plan-change-set.ts';
import type { FileState } from './plan-file.ts';

/** How tests say what lies where, what was shown of it and what is to be done with it. */
export interface PlanQuestion {
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
  /** What the session was shown; left out: the whole of each file as it is. */
  readonly shown?: Readonly<Record<string, ShownFile | null>>;
  readonly changes: readonly unknown[];
  readonly hashes?: Readonly<Record<string, string>>;
  readonly options?: Partial<PlanOptions>;
}

export type Planner = typeof planChangeSet;

export function askPlan(question: PlanQuestion, plan: Planner = planChangeSet): ChangePlan {
  const { files = {}, shown = {}, changes, hashes = {}, options = {} } = question;
  const states = new Map<string, FileState>();
  for (const [path, content] of Object.entries(files)) {
    const disk = content === null ? null : toDisk(content);
    const own = shown[path];
    states.set(path, { disk, shown: own === undefined && disk !== null ? showWhole(disk) : (own ?? null) });
  }
  return plan({ complete: true, fileChanges: changes, fileHashes: hashes }, states, {
    rule: 'session',
    ...options,
  });
}

/** What becomes of the one file `a.ts`, as text, or the code of the refusal. */
export function planText(before: string, change: Readonly<Record<string, unknown>>, plan?: Planner): string {
  const { files } = askPlan({ files: { 'a.ts': before }, changes: [{ path: 'a.ts', ...change }] }, plan);
  return outcomeOf(files[0]);
}

export function outcomeOf(file: PlannedFile | undefined): string {
  if (file === undefined) return 'nothing';
  if (file.status !== 'planned') return file.code;
  return file.after === null ? 'deleted' : Buffer.from(file.after).toString('utf8');
}

export function messageOf(file: PlannedFile | undefined): string {
  return file === undefined || file.status === 'planned' ? '' : file.message;
}

export function toDisk(content: string | Uint8Array): DiskFile {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return { bytes, hash: contentHashSchema.parse(`sha256:${sha256(bytes)}`) };
}

export function showWhole({ bytes }: DiskFile): ShownFile {
  return { sha256: sha256(bytes), md5: md5(bytes), whole: true, ranges: [] };
}

export function showLines(content: string, ...ranges: readonly (readonly [number, number])[]): ShownFile {
  return {
    ...showWhole(toDisk(content)),
    whole: false,
    ranges: ranges.map(([start, end]) => ({ start, end })),
  };
}

export function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export function md5(bytes: string | Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}
