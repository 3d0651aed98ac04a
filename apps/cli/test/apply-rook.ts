import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { jsonOf, listAt, valueAt } from './read-output.ts';
import { runRook, type End } from './run-rook.ts';
import type { Sandbox } from './sandbox.ts';

/** What a model may have written. */
export interface WrittenReply {
  readonly fileChanges: readonly unknown[];
  readonly fileHashes?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

export function replyText(reply: WrittenReply): string {
  return JSON.stringify({ summary: 'Changes some files', ...reply });
}

/** The hashes of these files as they are now. */
export function hashesOf(
  { workspace }: Pick<Sandbox, 'workspace'>,
  ...paths: readonly string[]
): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, md5(readFileSync(join(workspace, path)))]));
}

export function md5(bytes: string | Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex');
}

export async function applyText(sandbox: Sandbox, input: string, ...flags: readonly string[]): Promise<End> {
  return runRook(sandbox, ['apply', '-', ...flags], { input });
}

/** Applies a reply under `--json`. */
export async function applyJson(
  sandbox: Sandbox,
  reply: WrittenReply,
  ...flags: readonly string[]
): Promise<{ readonly code: number | null; readonly printed: unknown; readonly codes: readonly unknown[] }> {
  const end = await applyText(sandbox, replyText(reply), '--json', ...flags);
  const printed = jsonOf(end);
  return { code: end.code, printed, codes: codesOf(printed) };
}

/** Why it was refused: the code of the failure, or those of the files. */
function codesOf(printed: unknown): readonly unknown[] {
  const failure = valueAt(printed, 'error', 'code');
  if (failure !== undefined) return [failure];
  return listAt(printed, 'files').flatMap((file) => valueAt(file, 'code') ?? []);
}
