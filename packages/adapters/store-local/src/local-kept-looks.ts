import { constants, renameSync, unlinkSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';

import type { SessionId } from '@rook/contract';
import type { KeptLooks } from '@rook/engine';

import { inspectWay, prepareWay } from './own-folder.ts';
import { readPlainFile } from './plain-file.ts';
import { sessionFolder } from './session-paths.ts';

const PLAIN_NAME = /^\w[\w-]*$/u;
const MOST_BYTES = 300_000_000;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
/** A check of the rest against accidents, and how long that is. */
const CHECK_BYTES = 12;

/** Files in the folder of their session, so that they go where that goes; their names begin with the prefix. */
export function createLocalKeptLooks(folder: string, prefix = 'look-'): KeptLooks {
  const place = (session: SessionId, command: string): string | null =>
    placeBeside({ folder, session, command, prefix });
  return {
    keep: async (session, command, pieces) => {
      const path = place(session, command);
      if (path === null || sizeOf(pieces) > MOST_BYTES || !prepareWay(folder, dirname(path)).ok) return;
      await replace(path, pieces);
    },
    load: async (session, command) => {
      const path = place(session, command);
      if (path === null || !inspectWay(folder, dirname(path)).ok) return null;
      const bytes = await readPlainFile(path, { noLink: true, own: true, mostBytes: MOST_BYTES }).catch(
        () => null,
      );
      const body = bytes?.subarray(CHECK_BYTES);
      if (bytes === null || body === undefined) return null;
      return checkOf([body]).equals(bytes.subarray(0, CHECK_BYTES)) ? body : null;
    },
    drop: async (session, command) => {
      const path = place(session, command);
      if (path === null || !inspectWay(folder, dirname(path)).ok) return;
      removeQuietly(path);
    },
    clear: async (session) => {
      const inner = sessionFolder(folder, session);
      const way = inspectWay(folder, inner);
      if (!way.ok || way.value === 'missing') return;
      const names = await readdir(inner).catch(() => []);
      for (const name of names) if (name.startsWith(prefix)) removeQuietly(join(inner, name));
    },
  };
}

interface PlaceBeside {
  readonly folder: string;
  readonly session: SessionId;
  readonly command: string;
  readonly prefix: string;
}

/** Where something of a command lies beside the journal of its session; null where it could lie elsewhere. */
export function placeBeside({ folder, session, command, prefix }: PlaceBeside): string | null {
  return PLAIN_NAME.test(command) ? join(sessionFolder(folder, session), prefix + command) : null;
}

/** The one from before stays until the new one is whole. */
async function replace(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const draft = `${path}.draft`;
  try {
    await write(draft, pieces);
    renameSync(draft, path);
  } catch {
    removeQuietly(draft);
  }
}

async function write(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  removeQuietly(path);
  const file = await open(path, CREATE, 0o600);
  try {
    const all = [Buffer.alloc(CHECK_BYTES), ...pieces];
    const writing = file.writev(all);
    // Another thread writes meanwhile.
    const check = checkOf(pieces);
    const { bytesWritten } = await writing;
    // Less is written at once where there is no room for all, or there are very many.
    if (bytesWritten < sizeOf(all)) await file.writeFile(Buffer.concat(all).subarray(bytesWritten));
    await file.write(check, 0, CHECK_BYTES, 0);
  } finally {
    await file.close();
  }
}

function checkOf(pieces: readonly Uint8Array[]): Buffer {
  const check = Buffer.alloc(CHECK_BYTES);
  check.writeUInt32LE(pieces.reduce((sum, piece) => crc32(piece, sum), 0));
  check.writeDoubleLE(sizeOf(pieces), 4);
  return check;
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

export function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is gone, or stays until the session goes.
  }
}
