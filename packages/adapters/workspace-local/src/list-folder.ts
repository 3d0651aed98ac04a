import { readdir, realpath } from 'node:fs/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { FolderItem } from '@rook/engine';

import { locatePath } from './locate-path.ts';
import { systemReason } from './system-reason.ts';

/** What is in a folder. A name whose bytes are no text cannot be given back as a path, so its item is `other`. */
export async function listFolder(root: string, path: string): Promise<Result<readonly FolderItem[]>> {
  const place = await locatePath(root, path);
  if (!place.ok) return place;
  const { kind, real } = place.value;
  const shown = path === '' ? 'The workspace folder' : path;
  if (kind === 'missing') {
    return fail(rookError('not_found', `${shown} is not there; list the folder above it to see what is.`));
  }
  if (kind !== 'folder') {
    return fail(rookError('invalid_input', `${shown} is no folder; read it, or list the folder it lies in.`));
  }
  try {
    const found = await readdir(real, { withFileTypes: true, encoding: 'buffer' });
    if ((await realpath(real)) !== real) {
      return fail(rookError('busy', `${shown} is being replaced just now; try it again.`));
    }
    const items = found.map((item): FolderItem => {
      const name = item.name.toString('utf8');
      return { name, kind: Buffer.from(name).equals(item.name) ? kindOf(item) : 'other' };
    });
    return succeed(items.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  } catch (error) {
    return fail(
      rookError(
        'not_readable',
        `${shown} could not be listed: ${systemReason(error)}; mend that, or leave it out.`,
      ),
    );
  }
}

interface ItemKinds {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

function kindOf(item: ItemKinds): FolderItem['kind'] {
  if (item.isFile()) return 'file';
  if (item.isDirectory()) return 'folder';
  return item.isSymbolicLink() ? 'link' : 'other';
}
