import { rookError, type ContentHash, type RookError } from '@rook/contract';

import type { ApplyFailure, FileWrite, PermissionChange } from '../ports/workspace.ts';
import type { StartedFile } from './change-set-steps.ts';

export interface PlannedFile {
  readonly path: string;
  /** The content that the change was made for; null: no file. Of a renamed file, what it holds under its old name. */
  readonly before: ContentHash | null;
  /** Null: no file. */
  readonly after: Uint8Array | null;
  readonly renamedFrom?: string;
  /** What is there is a symbolic link, and `before` is the hash of what `linkContent` makes of it. */
  readonly wasLink?: true;
  /** The same of what shall be there. */
  readonly isLink?: true;
  /** The permissions of a file that comes back. */
  readonly mode?: number;
  /** The permissions of a read-only file that goes, because it was made so. */
  readonly readOnly?: number;
  /** Other permissions for a file that is there. */
  readonly permissions?: PermissionPair;
  /** Nothing changes but the permissions: whatever it holds stays, `before` is what that was where anybody knows, and `after` is null. */
  readonly keepsContent?: true;
  /** It was there before, under this name. */
  readonly comesBack?: true;
  readonly added: number;
  readonly removed: number;
  /** The model wrote all of the content. */
  readonly whole?: boolean;
  /** Where the old and the new content differ, by lines, in order. */
  readonly hunks?: NonNullable<StartedFile['hunks']>;
  /** The TODOs that it completes. */
  readonly todoIndexes?: readonly number[];
}

/** The permissions that a file has, and those that it shall have. */
export interface PermissionPair {
  readonly before: number;
  readonly after: number;
}

export interface RefusedFile {
  readonly path: string;
  readonly status: 'refused' | 'skipped';
  readonly error: RookError;
}

/** What is written for one file of a plan; a moved one is made and removed. */
export function writesOf(file: PlannedFile): readonly FileWrite[] {
  const { path, before, after, renamedFrom = path, mode, permissions, keepsContent } = file;
  const back = file.comesBack === true && after !== null ? { comesBack: true as const } : {};
  if (keepsContent === true) return [];
  const rights = permissions ?? rightToRemove(file.readOnly);
  const expected = rights === undefined ? {} : { expectedMode: rights.before };
  const given = rights?.after ?? mode;
  const like = given === undefined ? {} : { mode: given };
  const links = {
    ...(file.wasLink === undefined ? {} : { expectsLink: file.wasLink }),
    ...(file.isLink === undefined ? {} : { makesLink: file.isLink }),
  };
  if (renamedFrom === path)
    return [{ path, expected: before, bytes: after, ...links, ...like, ...expected, ...back }];
  const made = permissions === undefined ? { modeFrom: renamedFrom } : like;
  return [
    { path, expected: null, bytes: after, ...made, ...back },
    { path: renamedFrom, expected: before, bytes: null, ...expected },
  ];
}

const WRITABLE = 0o222;
const OWNER_WRITES = 0o200;

export function isReadOnlyMode(mode: number): boolean {
  return (mode & WRITABLE) === 0;
}

/** A read-only file goes where it gets the right to be written; undefined where it needs none. */
export function rightToRemove(mode: number | undefined): PermissionPair | undefined {
  if (mode === undefined || !isReadOnlyMode(mode)) return undefined;
  return { before: mode, after: mode | OWNER_WRITES };
}

/** What is given to files that keep their content. */
export function permissionsOf(files: readonly PlannedFile[]): readonly PermissionChange[] {
  return files.flatMap(({ path, permissions, keepsContent }) =>
    keepsContent === true && permissions !== undefined
      ? [{ path, expectedMode: permissions.before, mode: permissions.after }]
      : [],
  );
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
