import { createHash } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { HeldLedger, LedgerFile, LedgerSplice } from '@rook/engine';

import { withFileLock } from './file-lock.ts';
import { ledgerLock, ledgerNote } from './ledger-note.ts';
import { ensureOwnFolder, inspectWay, prepareWorkspaceFolder } from './own-folder.ts';
import { parseLeftLedger, type LeftLedger } from './parse-left-ledger.ts';
import { isOwn, readPlainFile } from './plain-file.ts';
import { readLines } from './read-lines.ts';
import { replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';

/** Many may write at once, and each of them only for a moment. */
const WAIT_MILLISECONDS = 60_000;
/** So much of the end tells whether the file is as it was left. */
const END_BYTES = 4096;
const MOST_NOTE_BYTES = 64_000_000;

/**
 * The ledger lies in the workspace beside the user's own files. It is added to through one open handle, which is looked at before:
 * a link, another user's file and one with a second name are refused. The lock and the note of how it was left lie in Rook's folder.
 */
export function createLedgerFile({
  folder,
  name,
  workspaceFolder,
}: {
  readonly folder: string;
  readonly name: string;
  /** Rook's own folder in the workspace. */
  readonly workspaceFolder: string;
}): LedgerFile {
  const path = join(folder, name);
  const note = ledgerNote(workspaceFolder);
  return {
    path,
    read: () => readLines(path),
    hold: async (work) => {
      const safe = inspectWay(folder, folder);
      if (!safe.ok) return safe;
      if (safe.value === 'missing') return succeed(null);
      const prepared = await prepareWorkspaceFolder(workspaceFolder);
      if (!prepared.ok) return prepared;
      const locks = join(workspaceFolder, 'locks');
      const made = ensureOwnFolder(locks);
      if (!made.ok) return made;
      const lock = ledgerLock(workspaceFolder, name);
      return withFileLock(lock, async () => holdOpen({ path, folder, note }, work), {
        milliseconds: WAIT_MILLISECONDS,
      });
    },
  };
}

interface Places {
  readonly path: string;
  readonly folder: string;
  readonly note: string;
}

async function holdOpen<Value>(
  places: Places,
  work: (ledger: HeldLedger) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  let file: number | null = null;
  try {
    file = openLedger(places, 0);
    const left = await readNote(places.note);
    const isAsLeft = left !== null && isSame(left, describeEnd(file));
    const append: HeldLedger['append'] = async (bytes, bookmark) => {
      try {
        if (bytes.length > 0) file ??= openLedger(places, constants.O_CREAT | constants.O_EXCL);
        if (file !== null) appendAll(file, bytes);
        const end = describeEnd(file);
        // It can be made anew at any time, so nobody waits for the disk.
        return await replaceFile(places.note, JSON.stringify({ ...end, bookmark }), {
          wait: async () => undefined,
        });
      } catch (error) {
        return fail(notWritable(places.path, error));
      }
    };
    const replace: HeldLedger['replace'] = async (splices) => {
      try {
        if (file === null) throw new Error('it is gone');
        const replaced = await replaceFile(places.path, spliceBytes(readAll(file), splices));
        if (!replaced.ok) return replaced;
        closeSync(file);
        file = null;
        file = openLedger(places, 0);
        return succeed(undefined);
      } catch (error) {
        return fail(notWritable(places.path, error));
      }
    };
    const bookmark = isAsLeft ? left.bookmark : null;
    return await work({ bookmark, lastBookmark: left?.bookmark ?? null, replace, append });
  } catch (error) {
    return fail(notWritable(places.path, error));
  } finally {
    if (file !== null) closeSync(file);
  }
}

function notWritable(path: string, error: unknown): ReturnType<typeof rookError> {
  return rookError('not_writable', `${path} cannot be written: ${systemReason(error)}.`);
}

/** Opens first and looks then. Waits for no pipe. Null where there is no file, and one could be made. */
function openLedger({ path, folder }: Places, make: number): number | null {
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  if (make === 0 && lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  }
  const file = openSync(path, flags | make, 0o600);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error('it is no plain file');
    if (!isOwn(found)) throw new Error('it belongs to another user');
    if (found.nlink > 1) throw new Error('it has a second name elsewhere');
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** A write may take less than asked. What was not written in full is taken back, so that others find whole lines. */
function appendAll(file: number, bytes: Uint8Array): void {
  const { size } = fstatSync(file);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  }
}

function readAll(file: number): Buffer {
  const bytes = Buffer.alloc(fstatSync(file).size);
  let at = 0;
  for (let read = -1; at < bytes.length && read !== 0; at += read)
    read = readSync(file, bytes, at, bytes.length - at, at);
  return bytes.subarray(0, at);
}

function spliceBytes(bytes: Buffer, splices: readonly LedgerSplice[]): Buffer {
  let at = 0;
  const parts = splices.flatMap(({ start, end, text }) => {
    const kept = bytes.subarray(at, start);
    at = end;
    return [kept, Buffer.from(text)];
  });
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

type End = Omit<LeftLedger, 'bookmark'>;

/** How long the file is, what its end says, and when it was changed last, which nobody can set. */
function describeEnd(file: number | null): End {
  const { size, ctimeMs: changed } = file === null ? { size: 0, ctimeMs: 0 } : fstatSync(file);
  const end = Buffer.alloc(Math.min(size, END_BYTES));
  const read = file === null ? 0 : readSync(file, end, 0, end.length, size - end.length);
  return { size, changed, end: createHash('sha256').update(end.subarray(0, read)).digest('hex') };
}

function isSame(left: End, now: End): boolean {
  return left.size === now.size && left.changed === now.changed && left.end === now.end;
}

/** Null for what is missing or no note: then everything is compared again. */
async function readNote(path: string): Promise<LeftLedger | null> {
  try {
    const bytes = await readPlainFile(path, { noLink: true, own: true, mostBytes: MOST_NOTE_BYTES });
    return parseLeftLedger(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
