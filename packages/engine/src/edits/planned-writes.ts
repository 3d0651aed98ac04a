import { rookError, type ContentHash, type RookError } from '@rook/contract';

import type { ApplyFailure, FileWrite } from '../ports/workspace.ts';
import type { StartedFile } from './change-set-steps.ts';

export interface PlannedFile {
  readonly path: string;
  /** The content that the change was made for; null: no file. Of a renamed file, what it holds under its old name. */
  readonly before: ContentHash | null;
  /** Null: no file. */
  readonly after: Uint8Array | null;
  readonly renamedFrom?: string;
  /** The permissions of a file that comes back. */
  readonly mode?: number;
  readonly added: number;
  readonly removed: number;
  /** The model wrote all of the content. */
  readonly whole?: boolean;
  /** Where the old and the new content differ, by lines, in order. */
  readonly hunks?: NonNullable<StartedFile['hunks']>;
  /** The TODOs that it completes. */
  readonly todoIndexes?: readonly number[];
}

export interface RefusedFile {
  readonly path: string;
  readonly status: 'refused' | 'skipped';
  readonly error: RookError;
}

/** What is written for one file of a plan; a moved one is made and removed. */
export function writesOf(file: PlannedFile): readonly FileWrite[] {
  const { path, before, after, renamedFrom = path, mode } = file;
  const like = mode === undefined ? {} : { mode };
  if (renamedFrom === path) return [{ path, expected: before, bytes: after, ...like }];
  return [
    { path, expected: null, bytes: after, modeFrom: renamedFrom },
    { path: renamedFrom, expected: before, bytes: null },
  ];
}

/** The file that the failure is about is refused, and the others are skipped with it. */
export function blameFiles(
  files: readonly Pick<PlannedFile, 'path' | 'renamedFrom'>[],
  failure: ApplyFailure,
): readonly RefusedFile[] {
  const { path: about } = failure;
  return files.map(({ path, renamedFrom }): RefusedFile => {
    if (about === null || about === path || about === renamedFrom)
      return { path, status: 'refused', error: errorOf(failure) };
    return { path, status: 'skipped', error: rookError('other_refused', `Not written because of ${about}.`) };
  });
}

/** The error alone, as it is written down. */
export function errorOf({ code, kind, message, retryable }: RookError): RookError {
  return { code, kind, message, retryable };
}
