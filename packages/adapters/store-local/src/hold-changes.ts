import { closeSync, constants, fstatSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { fail, rookError, sessionIdSchema, succeed, type Result, type SessionId } from '@rook/contract';
import type { ChangeWait } from '@rook/engine';

import { systemCalls } from './file-calls.ts';
import { withFileLock } from './file-lock.ts';
import { inspectWay, prepareWay, prepareWorkspaceFolder } from './own-folder.ts';
import { isOwn, readPlainFile } from './plain-file.ts';
import { replaceFile } from './replace-file.ts';
import { createDiskWait } from './wait-for-disk.ts';

const WAIT_MILLISECONDS = 30_000;

/** Holds the lock for changes of a workspace while its work runs. */
type HoldChanges = <Value>(work: () => Promise<Result<Value>>, wait?: ChangeWait) => Promise<Result<Value>>;

export function createChangeHolder(folder: string): HoldChanges {
  const locks = join(folder, 'locks');
  let isPrepared = false;
  return async (work, wait) => {
    // The folder is made ready once; that nobody has put another one there is looked at each time.
    const found = isPrepared ? await inspectWay(folder, locks) : succeed('missing');
    if (!found.ok) return found;
    if (found.value === 'missing') {
      const prepared = await prepareWorkspaceFolder(folder);
      const ready = prepared.ok ? await prepareWay(folder, locks) : prepared;
      if (!ready.ok) return ready;
      isPrepared = true;
    }
    return holdLock(locks, work, wait);
  };
}

async function holdLock<Value>(
  locks: string,
  work: () => Promise<Result<Value>>,
  wait: ChangeWait = {},
): Promise<Result<Value>> {
  const path = join(locks, 'changes.sqlite');
  // What the work itself answers must not be taken for what the lock says.
  const noted = async (): Promise<Result<Value>> =>
    wait.session === undefined ? work() : note(locks, wait.session, work);
  const held = await withFileLock(path, async () => succeed(await noted()), {
    milliseconds: wait.milliseconds ?? WAIT_MILLISECONDS,
    signal: wait.signal,
  });
  if (held.ok) return held.value;
  if (held.error.code !== 'busy') return held;
  const reason = `Another process has been changing files of this workspace for a while (it holds ${path}); wait until it is done or end it, then try again. Nothing was written.`;
  return fail(rookError('busy', reason));
}

/** Beside the lock, because the lock itself is an empty file. */
const NOTE = 'changes.session';
const MOST_BYTES = 200;
/** The note keeps its length: it is written over in its place, which the disk does at once and as a whole. */
const NOTE_BYTES = 64;

const waitForNote = createDiskWait(systemCalls);

/** A process that dies leaves the note, and with it who has to be looked after; blanks name nobody. */
async function note<Value>(
  locks: string,
  session: SessionId,
  work: () => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const path = join(locks, NOTE);
  // Who died before is looked after first; until then its note stays.
  const before = await readNote(locks);
  if (before !== null && before !== session) return work();
  const isThere = await writeOver(path, noteOf(session), true);
  const written = isThere ? succeed(undefined) : await replaceFile(path, noteOf(session));
  if (!written.ok) return written;
  const done = await work();
  // Not waited for: a note of somebody who has left nothing open is found to be so.
  await writeOver(path, noteOf(''), false);
  return done;
}

function noteOf(session: string): string {
  return `${session.padEnd(NOTE_BYTES - 1)}\n`;
}

/** False where no note of ours lies there that could be written over. */
async function writeOver(path: string, text: string, durable: boolean): Promise<boolean> {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(file);
    if (!found.isFile() || found.nlink !== 1 || found.size !== text.length || !isOwn(found)) return false;
    if (writeSync(file, text, 0) !== text.length) return false;
    if (durable) await waitForNote(file);
    return true;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What a process left that died. One that lives holds the lock, and is not asked about. */
export async function findLeftChanging(folder: string): Promise<Result<SessionId | null>> {
  const safe = await inspectWay(folder, join(folder, 'locks'));
  if (!safe.ok) return safe;
  return succeed(await readNote(join(folder, 'locks')));
}

async function readNote(locks: string): Promise<SessionId | null> {
  const rules = { noLink: true, own: true, mostBytes: MOST_BYTES };
  const bytes = await readPlainFile(join(locks, NOTE), rules).catch(() => null);
  const parsed = sessionIdSchema.safeParse(bytes?.toString('utf8').trim());
  return parsed.success ? parsed.data : null;
}
