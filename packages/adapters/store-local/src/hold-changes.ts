import { closeSync, constants, fstatSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { fail, rookError, sessionIdSchema, succeed, type Result, type SessionId } from '@rook/contract';
import type { ChangeMark, ChangeWait } from '@rook/engine';

import { systemCalls } from './file-calls.ts';
import { withFileLock, type TakeLock } from './file-lock.ts';
import { createKeptLock } from './kept-lock.ts';
import { inspectWay, prepareWay, prepareWorkspaceFolder } from './own-folder.ts';
import { isOwn, readPlainFile } from './plain-file.ts';
import { replaceFile } from './replace-file.ts';

const WAIT_MILLISECONDS = 30_000;

/** Holds the lock for changes of a workspace while its work runs. */
type HoldChanges = <Value>(
  work: (mark: ChangeMark) => Promise<Result<Value>>,
  wait?: ChangeWait,
) => Promise<Result<Value>>;

export function createChangeHolder(folder: string): HoldChanges {
  const locks = join(folder, 'locks');
  const take = createKeptLock();
  let isPrepared = false;
  return async (work, wait) => {
    // The folder is made ready once; that nobody has put another one there is looked at each time.
    const found = isPrepared ? inspectWay(folder, locks) : succeed('missing');
    if (!found.ok) return found;
    if (found.value === 'missing') {
      const prepared = await prepareWorkspaceFolder(folder);
      const ready = prepared.ok ? prepareWay(folder, locks) : prepared;
      if (!ready.ok) return ready;
      isPrepared = true;
    }
    return holdLock({ locks, take }, work, wait);
  };
}

async function holdLock<Value>(
  { locks, take }: { readonly locks: string; readonly take: TakeLock },
  work: (mark: ChangeMark) => Promise<Result<Value>>,
  wait: ChangeWait = {},
): Promise<Result<Value>> {
  const path = join(locks, 'changes.sqlite');
  // What the work itself answers must not be taken for what the lock says.
  const noted = async (): Promise<Result<Value>> =>
    wait.session === undefined ? work(NO_MARK) : note(locks, wait.session, work);
  const held = await withFileLock(path, async () => succeed(await noted()), {
    milliseconds: wait.milliseconds ?? WAIT_MILLISECONDS,
    signal: wait.signal,
    take,
  });
  if (held.ok) return held.value;
  if (held.error.code !== 'busy') return held;
  const reason = `Another process has been changing files of this workspace for a while (it holds ${path}); wait until it is done or end it, then try again. Nothing was written.`;
  return fail(rookError('busy', reason));
}

/** Beside the lock, because the lock itself is an empty file. */
const NOTE = 'changes.session';
const MOST_BYTES = 65_536;
/** One line for each session; a line keeps its length: it is written over in its place, which the disk does at once and as a whole. */
const LINE_BYTES = 64;

const NO_MARK: ChangeMark = {
  noted: async () => succeed(undefined),
  leaveOpen: () => undefined,
  settle: () => undefined,
};

/** A process that dies leaves its line, and with it who has to be looked after; blanks name nobody. */
async function note<Value>(
  locks: string,
  session: SessionId,
  work: (mark: ChangeMark) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const path = join(locks, NOTE);
  // All of it happens under the lock, so the file that is open stays the one that lies there until it is replaced here.
  const file = openNote(path);
  const lines = parseNote(file === null ? await readNote(locks) : readFileSync(file));
  const others = lines.filter((one) => one !== null);
  const known = lines.indexOf(session);
  let [place, isLeft, isReplaced] = [known === -1 ? lines.indexOf(null) : known, known !== -1, false];
  const write = async (text: string, durable: boolean): Promise<boolean> => {
    if (file === null || isReplaced) return writeOver(path, place, text, durable);
    return writeLine(file, place, text, durable).catch(() => false);
  };
  const add = async (): Promise<Result<void>> => {
    if (place !== -1 && (await write(lineOf(session), true))) return succeed(undefined);
    place = others.length;
    isReplaced = true;
    return replaceFile(path, [...others, session].map((one) => lineOf(one)).join(''));
  };
  try {
    const onDisk = known === -1 ? add() : Promise.resolve(succeed(undefined));
    const done = await work({
      noted: async () => onDisk,
      leaveOpen: () => {
        isLeft = true;
      },
      settle: () => {
        isLeft = false;
      },
    });
    await onDisk;
    // Not waited for: a line of somebody who has left nothing open is found to be so.
    if (!isLeft && !(await write(lineOf(''), false)))
      // Its lines have another length, as an earlier version wrote them.
      await replaceFile(path, others.flatMap((one) => (one === session ? [] : [lineOf(one)])).join(''));
    return done;
  } finally {
    if (file !== null) closeSync(file);
  }
}

function lineOf(session: string): string {
  return `${session.padEnd(LINE_BYTES - 1)}\n`;
}

/** False where no note of ours lies there that could be written over. */
async function writeOver(path: string, line: number, text: string, durable: boolean): Promise<boolean> {
  const file = openNote(path);
  if (file === null) return false;
  try {
    return await writeLine(file, line, text, durable);
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
}

/** Null where no file of ours lies there, or one whose lines have another length. */
function openNote(path: string): number | null {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const found = fstatSync(file);
    const isOurs = found.isFile() && found.nlink === 1 && isOwn(found);
    if (isOurs && found.size % LINE_BYTES === 0 && found.size <= MOST_BYTES) return file;
  } catch {
    // What cannot be opened is made anew.
  }
  if (file !== undefined) closeSync(file);
  return null;
}

/** False where the note is shorter. */
async function writeLine(file: number, line: number, text: string, durable: boolean): Promise<boolean> {
  const at = line * LINE_BYTES;
  if (line < 0 || fstatSync(file).size < at + LINE_BYTES) return false;
  if (writeSync(file, text, at) !== text.length) return false;
  if (durable) await systemCalls.sync(file);
  return true;
}

/** Who changes files now holds the lock, and is named as well. */
export async function findLeftChanging(folder: string): Promise<Result<readonly SessionId[]>> {
  const safe = inspectWay(folder, join(folder, 'locks'));
  if (!safe.ok) return safe;
  const lines = parseNote(await readNote(join(folder, 'locks')));
  return succeed(lines.filter((one) => one !== null));
}

async function readNote(locks: string): Promise<Buffer | null> {
  const rules = { noLink: true, own: true, mostBytes: MOST_BYTES };
  return readPlainFile(join(locks, NOTE), rules).catch(() => null);
}

/** Line by line; null: nobody. */
function parseNote(bytes: Buffer | null): readonly (SessionId | null)[] {
  const lines = bytes?.toString('utf8').split('\n').slice(0, -1) ?? [];
  return lines.map((line) => {
    const name = line.trim();
    if (name === '') return null;
    const parsed = sessionIdSchema.safeParse(name);
    return parsed.success ? parsed.data : null;
  });
}
