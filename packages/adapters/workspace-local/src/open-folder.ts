import { closeSync, constants, openSync, readdirSync, readlinkSync } from 'node:fs';
import { sep } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

import { pathInside, realPath } from './locate-path.ts';
import { systemReason } from './system-reason.ts';
import { waitForDisk } from './wait-for-disk.ts';

/** A folder that stays the same one while something is done in it, whatever is put into its place. */
export interface OpenFolder {
  readonly real: string;
  /** The path under which a name in it is reached. */
  at(name: string): string;
  names(): readonly string[];
  /** Makes new names in it durable; some systems cannot, and then they are a moment later. */
  sync(): Promise<void>;
  close(): void;
}

/**
 * Opens a folder of the workspace and holds it. Linux reaches what is in an open folder through its handle, so a link
 * that takes the folder's place leads nowhere. Elsewhere the way is looked at once more, which somebody very fast could outwit.
 */
export function openFolder(root: string, real: string, through = real): Result<OpenFolder> {
  const shown = pathInside(root, real);
  try {
    // Windows opens no folders.
    const handle = process.platform === 'win32' ? undefined : openSync(through, FLAGS);
    const told = handle === undefined ? null : placeOf(handle);
    const lies = told ?? realPath(through);
    if (lies === real && shown !== null) return succeed(hold(real, handle, told !== null));
    if (handle !== undefined) closeSync(handle);
    return fail(rookError('busy', `The folder ${shown ?? real} is being replaced just now; try it again.`));
  } catch (error) {
    const name = shown === '' ? 'The workspace folder' : `The folder ${shown ?? real}`;
    return fail(rookError('not_writable', `${name} could not be opened: ${systemReason(error)}.`));
  }
}

const FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Where an open file or folder lies; only Linux tells. */
export function placeOf(handle: number): string | null {
  try {
    return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${handle}`) : null;
  } catch {
    return null;
  }
}

function hold(real: string, handle: number | undefined, byHandle: boolean): OpenFolder {
  const base = byHandle && handle !== undefined ? `/proc/self/fd/${handle}` : real;
  return {
    real,
    at: (name) => base + sep + name,
    names: () => readdirSync(`${base}/.`),
    sync: async () => {
      if (handle !== undefined) await waitForDisk(handle).catch(() => undefined);
    },
    close: () => {
      if (handle !== undefined) closeSync(handle);
    },
  };
}
