import { posix } from 'node:path';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import type { FolderItem, Workspace } from '../workspace.ts';

/** A workspace of files in memory. */
export function createFakeWorkspace(initial: ReadonlyMap<string, string> = new Map()): Workspace {
  const encoder = new TextEncoder();
  const files = new Map([...initial].map(([path, text]) => [path, encoder.encode(text)]));

  function currentHash(path: string): ContentHash | null {
    const bytes = files.get(path);
    return bytes === undefined ? null : contentHash(bytes);
  }

  return {
    root: '/workspace',
    read: async (path) => {
      const bytes = files.get(path);
      if (bytes === undefined) return fail(rookError('not_found', `There is no file ${path}.`));
      return succeed({ bytes: bytes.slice(), hash: contentHash(bytes) });
    },
    list: async (path) => succeed(listFolder([...files.keys()], path)),
    write: async (path, bytes, expected) => {
      const refusal = refuse(path, currentHash(path), expected);
      if (refusal !== null) return refusal;
      files.set(path, bytes.slice());
      return succeed(contentHash(bytes));
    },
    remove: async (path, expected) => {
      const refusal = refuse(path, currentHash(path), expected);
      if (refusal !== null) return refusal;
      files.delete(path);
      return succeed(undefined);
    },
  };
}

function refuse(
  path: string,
  current: ContentHash | null,
  expected: ContentHash | null,
): Result<never> | null {
  if (posix.isAbsolute(path) || posix.normalize(path).startsWith('..')) {
    return fail(rookError('outside_workspace', `${path} lies outside the workspace.`));
  }
  return current === expected
    ? null
    : fail(rookError('stale_file', `${path} is not what was shown; nothing was written.`));
}

function listFolder(paths: readonly string[], folder: string): FolderItem[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const items = new Map<string, FolderItem>();
  for (const path of paths) {
    if (!path.startsWith(prefix)) continue;
    const [name = '', ...deeper] = path.slice(prefix.length).split('/');
    items.set(name, { name, kind: deeper.length === 0 ? 'file' : 'folder' });
  }
  return [...items.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
