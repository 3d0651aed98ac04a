import { succeed, type ContentHash, type Result } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import type { Workspace } from '../workspace.ts';

/** A workspace, and a hand that puts links into it, as a person could. */
export interface WorkspaceStage {
  readonly workspace: Workspace;
  readonly link: (path: string, target: string) => Promise<void>;
}

export function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function codeOf(result: Result<unknown>): string {
  return result.ok ? 'ok' : result.error.code;
}

export function show(value: unknown): string {
  return JSON.stringify(value);
}

/** Applies one change alone, and answers with the hash that was read back. */
export async function writeOne(
  workspace: Workspace,
  path: string,
  bytes: Uint8Array,
  expected: ContentHash | null,
): Promise<Result<ContentHash>> {
  const applied = await workspace.apply([{ path, expected, bytes }]);
  return applied.ok ? succeed(applied.value.files[0]?.hash ?? contentHash(new Uint8Array())) : applied;
}

export async function removeOne(
  workspace: Workspace,
  path: string,
  expected: ContentHash,
): Promise<Result<void>> {
  const applied = await workspace.apply([{ path, expected, bytes: null }]);
  return applied.ok ? succeed(undefined) : applied;
}

export async function textOf(workspace: Workspace, path: string): Promise<string> {
  const read = await workspace.read(path);
  return read.ok ? new TextDecoder().decode(read.value.bytes) : read.error.code;
}
