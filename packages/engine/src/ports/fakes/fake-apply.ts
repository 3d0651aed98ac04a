import { fail, rookError, succeed, type ContentHash, type Result, type RookError } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import { spellingKey } from '../spelling-key.ts';
import type { AppliedWrites, ApplyFailure, FileWrite } from '../workspace.ts';

interface FakeFiles {
  readonly files: Map<string, Uint8Array>;
  /** The real path, if it has the content that is expected. */
  readonly compare: (path: string, expected: ContentHash | null) => Result<string>;
}

/** All or nothing, as a real workspace does it; nobody can come in between. Folders without files do not exist here. */
export function applyToFake(
  { files, compare }: FakeFiles,
  changes: readonly FileWrite[],
): Result<AppliedWrites, ApplyFailure> {
  const planned = new Map<string, Uint8Array | null>();
  for (const { path, expected, bytes } of changes) {
    const real = compare(path, expected);
    if (!real.ok) return refuse(path, real.error);
    if (clashes([...planned], real.value, bytes) || (expected ?? bytes) === null)
      return refuse(path, rookError('invalid_input', `${path} cannot be changed so.`));
    planned.set(real.value, bytes?.slice() ?? null);
  }
  const staying = [...files.keys()].filter((path) => planned.get(path) !== null);
  for (const [path, bytes] of planned) {
    const isTwin = (other: string) => other !== path && spellingKey(other) === spellingKey(path);
    if (bytes !== null && !files.has(path) && staying.some(isTwin))
      return refuse(path, rookError('invalid_input', `${path} is there in another spelling.`));
  }
  const madeFolders = new Set(
    [...planned].flatMap(([path, bytes]) => (bytes === null ? [] : foldersOf(path))),
  );
  for (const path of files.keys()) for (const folder of foldersOf(path)) madeFolders.delete(folder);
  for (const [path, bytes] of planned) {
    if (bytes === null) files.delete(path);
    else files.set(path, bytes);
  }
  const applied = changes.map(({ path, bytes }) => ({
    path,
    hash: bytes === null ? null : contentHash(bytes),
    isOverwritten: false,
  }));
  return succeed({ files: applied, madeFolders: [...madeFolders], displaced: [] });
}

/** A new spelling of a name that leaves is no clash. */
function clashes(
  planned: readonly (readonly [string, Uint8Array | null])[],
  path: string,
  bytes: Uint8Array | null,
): boolean {
  return planned.some(([other, others]) => {
    if (other === path || other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) return true;
    return spellingKey(other) === spellingKey(path) && (bytes === null) === (others === null);
  });
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

function refuse(path: string, error: RookError): Result<never, ApplyFailure> {
  return fail({ ...error, path, isUndone: true, displaced: [] });
}
