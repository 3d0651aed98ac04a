import { lstatSync } from 'node:fs';
import { join } from 'node:path';

import type { KeptBytes } from '@rook/engine';

import { readPlainFile } from './plain-file.ts';
import { replaceFile } from './replace-file.ts';

const MOST_BYTES = 100_000_000;

/**
 * A file in Rook's own folder that can be lost: nobody waits for the disk, and whoever reads it has to see whether it is whole. A folder that
 * is not there is not made for it.
 */
export function createKeptBytes({
  folder,
  name,
}: {
  readonly folder: string;
  readonly name: string;
}): KeptBytes {
  const path = join(folder, name);
  return {
    read: async () =>
      readPlainFile(path, { noLink: true, own: true, mostBytes: MOST_BYTES }).catch(() => null),
    write: async (bytes) => {
      if (bytes.length > MOST_BYTES || !isFolder(folder)) return;
      await replaceFile(path, bytes, { wait: async () => undefined });
    },
  };
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
