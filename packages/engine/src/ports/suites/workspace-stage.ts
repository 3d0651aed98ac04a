import type { Result } from '@rook/contract';

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
