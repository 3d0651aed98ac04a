import { constants, open, readdir, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { pathInside } from './locate-path.ts';
import { systemReason } from './system-reason.ts';

/** A folder that stays the same one while something is done in it, whatever is put into its place. */
export interface OpenFolder {
  readonly real: string;
  /** The path under which a name in it is reached. */
  at(name: string): string;
  names(): Promise<readonly string[]>;
  /** Makes new names in it durable; some systems cannot, and then they are a moment later. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a folder of the workspace and holds it. Linux reaches what is in an open folder through its handle, so a link
 * that takes the folder's place leads nowhere. Elsewhere the way is looked at once more, which somebody very fast could outwit.
 */
export async function openFolder(root: string, real: string, through = real): Promise<Result<OpenFolder>> {
  const shown = pathInside(root, real);
  let handle: FileHandle | undefined;
  try {
    handle = await open(through, FLAGS).catch((error: unknown) => {
      if (process.platform === 'win32') return undefined;
      throw error;
    });
    const told = handle === undefined ? null : await readlink(`/proc/self/fd/${handle.fd}`).catch(() => null);
    const lies = told ?? (await realpath(through));
    if (lies === real && shown !== null) return succeed(hold(real, handle, told !== null));
    await handle?.close();
    return fail(rookError('busy', `The folder ${shown ?? real} is being replaced just now; try it again.`));
  } catch (error) {
    await handle?.close();
    const name = shown === '' ? 'The workspace folder' : `The folder ${shown ?? real}`;
    return fail(rookError('not_writable', `${name} could not be opened: ${systemReason(error)}.`));
  }
}

const FLAGS =
  process.platform === 'win32'
    ? constants.O_RDONLY
    : constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

function hold(real: string, handle: FileHandle | undefined, byHandle: boolean): OpenFolder {
  const base = byHandle && handle !== undefined ? `/proc/self/fd/${handle.fd}` : real;
  return {
    real,
    at: (name) => join(base, name),
    names: async () => readdir(`${base}/.`),
    sync: async () => {
      await handle?.sync().catch(() => undefined);
    },
    close: async () => {
      await handle?.close();
    },
  };
}
