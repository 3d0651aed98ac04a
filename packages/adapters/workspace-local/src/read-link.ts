import { lstatSync, readlinkSync, type BigIntStats } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';
import { contentHash, linkContent } from '@rook/engine';

import { locatePath, realPath, type Place } from './locate-path.ts';

/** Where a symbolic link leads, as it is written in it; null for anything else. */
export function readLinkAt(path: string): string | null {
  try {
    const bytes = readlinkSync(path, { encoding: 'buffer' });
    const target = bytes.toString('utf8');
    return Buffer.from(target).equals(bytes) ? target : null;
  } catch {
    return null;
  }
}

/** The same of a path in a folder, where no link lies on the way. */
export function readLinkIn(root: string, path: string): string | null {
  const name = posix.basename(path);
  if (posix.normalize(path) !== path || name === '..' || name === '.') return null;
  const folder = dirname(join(root, path));
  return isBelow(root, folder) && realPath(folder) === folder ? readLinkAt(join(folder, name)) : null;
}

function isBelow(root: string, folder: string): boolean {
  return folder === root || folder.startsWith(root.endsWith('/') ? root : `${root}/`);
}

/** Where the link itself lies, whatever it leads to; `missing` where none is there. */
export async function locateLink(root: string, path: string): Promise<Result<Place>> {
  const name = basename(path);
  const above = await locatePath(root, dirname(path));
  if (!above.ok) return above;
  if (above.value.kind === 'file')
    return fail(rookError('not_found', `There is no ${path}: ${above.value.path} is no folder.`));
  const real = join(above.value.real, name);
  const inside = above.value.path === '' ? name : `${above.value.path}/${name}`;
  const isThere = lookAtLink(real) !== null;
  return succeed({ path: inside, real, kind: isThere ? 'other' : 'missing', bytes: null });
}

/** The link, if it leads where it is expected to. */
export function expectLink({ path, real }: Place, expected: ContentHash | null): Result<BigIntStats> {
  const found = lookAtLink(real);
  const target = found === null ? null : readLinkAt(real);
  if (found !== null && target !== null && contentHash(linkContent(target)) === expected)
    return succeed(found);
  const reason = `${path} is not the link that was shown; look again. Nothing was written.`;
  return fail(rookError('stale_file', reason));
}

/** Null for anything else, and where the way to it is none any more. */
function lookAtLink(real: string): BigIntStats | null {
  try {
    const found = lstatSync(real, { bigint: true });
    return found.isSymbolicLink() ? found : null;
  } catch {
    return null;
  }
}
