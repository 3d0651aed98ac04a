import type { FileHandle } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import {
  readSearchEntry,
  SEARCHED_LINE_BYTES,
  type IndexWatch,
  type Store,
  type StoredSession,
} from '@rook/engine';

import { whenFree } from './search-database.ts';
import {
  isUnchanged,
  lineHash,
  openJournalFile,
  readKnownFiles,
  resumeFile,
  stampOf,
  writeKnownFile,
  type KnownFile,
  type Stamp,
} from './search-sessions.ts';
import { createEntryWriter, removeFile, wordTables, type EntryWriter } from './search-tables.ts';

/** One transaction in an index that others use; they may write between two. */
const BATCH_BYTES = 8 << 20;
const CHUNK_BYTES = 1 << 20;
/** After so long the rest of the process gets its turn. */
const SLICE_MILLISECONDS = 15;
const LINE_BREAK = 10;

export interface UpdateRules {
  readonly watch: IndexWatch;
  /** So much in a transaction. Words that wait in memory are written with each, so more is faster. */
  readonly batchBytes?: number;
}

interface Work {
  readonly database: DatabaseSync;
  readonly watch: IndexWatch;
  readonly batchBytes: number;
  readonly allBytes: number;
  /** Bytes that are known to be taken in. */
  doneBytes: number;
  /** Files whose beginning is among them. */
  readonly counted: Set<number>;
  readBytes: number;
  sliceStart: number;
}

/** Takes in what the journals have beyond the index; answers with the bytes that it read. Throws what SQLite throws. */
export async function updateIndex(
  database: DatabaseSync,
  store: Store,
  rules: UpdateRules,
): Promise<Result<number>> {
  const { watch } = rules;
  await begin(database, watch);
  let open = true;
  try {
    wordTables(database);
    // Under the lock, so that no session is missed that another process takes in just now.
    const listed = await store.list();
    if (!listed.ok) return listed;
    const sessions = listed.value.toSorted((a, b) => orderOf(a) - orderOf(b));
    removeVanished(database, sessions);
    const allBytes = sessions.reduce((sum, { bytes }) => sum + bytes, 0);
    const work = startWork(database, rules, allBytes);
    for (let index = 0; index < sessions.length;) {
      if (watch.signal?.aborted === true) break;
      index = await takeBatch(work, sessions, index);
      database.exec('COMMIT');
      open = false;
      watch.progress?.({ doneBytes: work.doneBytes, allBytes });
      if (index === sessions.length) break;
      await setImmediate();
      await begin(database, watch);
      open = true;
    }
    if (open) database.exec('COMMIT');
    open = false;
    return watch.signal?.aborted === true
      ? fail(rookError('cancelled', 'Indexing was cancelled; what was taken in stays.'))
      : succeed(work.readBytes);
  } finally {
    if (open && database.isTransaction) database.exec('ROLLBACK');
  }
}

function startWork(database: DatabaseSync, rules: UpdateRules, allBytes: number): Work {
  const { watch, batchBytes = BATCH_BYTES } = rules;
  const sliceStart = performance.now();
  return {
    database,
    watch,
    batchBytes,
    allBytes,
    doneBytes: 0,
    counted: new Set(),
    readBytes: 0,
    sliceStart,
  };
}

async function begin(database: DatabaseSync, { signal }: IndexWatch): Promise<void> {
  await whenFree(() => database.exec('BEGIN IMMEDIATE'), signal);
}

/** Oldest first, as far as the file says: then the highest numbers belong to the newest entries. */
function orderOf({ changed }: StoredSession): number {
  return changed.getTime();
}

function removeVanished(database: DatabaseSync, sessions: readonly StoredSession[]): void {
  const there = new Set<string>(sessions.map(({ id }) => id));
  for (const known of readKnownFiles(database).values()) {
    if (!there.has(known.session)) removeFile(database, known.id);
  }
}

/** Takes in sessions from one on until a batch is full; answers with the one to go on with. */
async function takeBatch(work: Work, sessions: readonly StoredSession[], from: number): Promise<number> {
  const known = readKnownFiles(work.database);
  const writer = createEntryWriter(work.database);
  let room = work.batchBytes;
  let index = from;
  while (index < sessions.length && room > 0 && work.watch.signal?.aborted !== true) {
    const session = sessions[index];
    if (session === undefined) break;
    const taken = await takeSession(work, writer, { session, known: known.get(session.id), room });
    room -= taken.bytes;
    if (!taken.finished) break;
    index += 1;
  }
  writer.settle();
  return index;
}

interface SessionStep {
  readonly session: StoredSession;
  readonly known: KnownFile | undefined;
  readonly room: number;
}

interface Taken {
  readonly bytes: number;
  readonly finished: boolean;
}

/** A session that cannot be read is left as it was; it hides no other. */
async function takeSession(work: Work, writer: EntryWriter, step: SessionStep): Promise<Taken> {
  const { session, known, room } = step;
  const now = await stampOf(session.path);
  if (now === null || (known !== undefined && isUnchanged(known, now))) {
    work.doneBytes += now === null ? 0 : now.size;
    return { bytes: 0, finished: true };
  }
  const file = await openJournalFile(session);
  if (file === undefined) return { bytes: 0, finished: true };
  try {
    const start = await resumeFile(work.database, session.id, known, { file, now });
    return await takeLines(work, writer, { file, start, now, room });
  } finally {
    await file.close();
  }
}

interface LinesStep {
  readonly file: FileHandle;
  readonly start: KnownFile;
  readonly now: Stamp;
  readonly room: number;
}

async function takeLines(work: Work, writer: EntryWriter, step: LinesStep): Promise<Taken> {
  const { file, start, now, room } = step;
  const checked = Date.now();
  const reader = createChunkReader(file, start.bytes);
  let { bytes, lines, lastStart, lastHash } = start;
  let lastLine: Uint8Array | undefined;
  let finished = false;
  if (!work.counted.has(start.id)) work.doneBytes += bytes;
  work.counted.add(start.id);
  // At least one line, however long it is, so that it goes on.
  while ((reader.read() < room || lines === start.lines) && work.watch.signal?.aborted !== true) {
    const found = await reader.next();
    if (found === null) {
      finished = true;
      break;
    }
    for (const line of found) {
      lines += 1;
      const entry = line.whole ? readSearchEntry(line.bytes) : undefined;
      if (entry !== undefined) writer.add(start.id, { line: lines, start: line.start }, entry);
      bytes = line.end;
      lastStart = line.start;
      lastLine = line.bytes;
      if (performance.now() - work.sliceStart > SLICE_MILLISECONDS) await giveWay(work);
    }
    work.watch.progress?.({ doneBytes: work.doneBytes + bytes - start.bytes, allBytes: work.allBytes });
  }
  if (lastLine !== undefined) lastHash = lineHash(lastLine);
  // Without a stamp it is looked at again, and goes on behind its last line.
  const seen = finished ? { size: now.size, stamp: now.stamp, checked } : { size: 0, stamp: '', checked: 0 };
  writeKnownFile(work.database, { ...start, bytes, lines, lastStart, lastHash, ...seen });
  work.doneBytes += bytes - start.bytes;
  work.readBytes += reader.read();
  return { bytes: reader.read(), finished };
}

async function giveWay(work: Work): Promise<void> {
  await setImmediate();
  work.sliceStart = performance.now();
}

interface PlacedLine {
  readonly bytes: Uint8Array;
  /** False for one that is too long to be read. */
  readonly whole: boolean;
  readonly start: number;
  /** Behind its line break. */
  readonly end: number;
}

interface ChunkReader {
  /** The finished lines of the next chunk; null at the end of the file. */
  next(): Promise<readonly PlacedLine[] | null>;
  /** Bytes read so far. */
  read(): number;
}

function createChunkReader(file: FileHandle, from: number): ChunkReader {
  let pieces: Uint8Array[] = [];
  let kept = 0;
  let lineStart = from;
  let place = from;

  function keep(piece: Uint8Array): void {
    // The hash of a line that is too long is then the hash of its beginning, and it is never resumed from.
    const part = piece.subarray(0, Math.max(0, SEARCHED_LINE_BYTES + 1 - kept));
    if (part.length > 0) pieces.push(part);
    kept += part.length;
  }

  function finishLine(end: number): PlacedLine {
    const [only = new Uint8Array()] = pieces;
    const bytes = pieces.length > 1 ? Buffer.concat(pieces) : only;
    const line = { bytes, whole: kept <= SEARCHED_LINE_BYTES, start: lineStart, end };
    pieces = [];
    kept = 0;
    lineStart = end;
    return line;
  }

  return {
    read: () => place - from,
    next: async () => {
      const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, place);
      if (bytesRead === 0) return null;
      const chunk = buffer.subarray(0, bytesRead);
      const lines: PlacedLine[] = [];
      let start = 0;
      for (let end = chunk.indexOf(LINE_BREAK); end !== -1; end = chunk.indexOf(LINE_BREAK, start)) {
        keep(chunk.subarray(start, end));
        lines.push(finishLine(place + end + 1));
        start = end + 1;
      }
      keep(chunk.subarray(start));
      place += bytesRead;
      return lines;
    },
  };
}
