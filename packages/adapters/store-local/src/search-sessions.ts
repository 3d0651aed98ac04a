import { hash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { constants, lstat, open } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';

import type { SessionId } from '@rook/contract';
import { SEARCHED_LINE_BYTES, type StoredSession } from '@rook/engine';

import { removeFile } from './search-tables.ts';

/** How far a session was taken in. */
export interface KnownFile {
  readonly id: number;
  readonly session: string;
  /** So many bytes, and so many lines in them; both end with a finished line. */
  readonly bytes: number;
  readonly lines: number;
  readonly lastStart: number;
  readonly lastHash: string;
  /** What the file was when it was looked at last. */
  readonly size: number;
  readonly stamp: string;
  readonly checked: number;
}

/** A file that was changed less than this before it was looked at may change again without a trace. */
const SETTLED_MILLISECONDS = 2000;

export function readKnownFiles(database: DatabaseSync): ReadonlyMap<string, KnownFile> {
  const rows = database.prepare('SELECT * FROM files').all();
  return new Map(
    rows.map((row) => {
      const session = String(row['session']);
      const known: KnownFile = {
        id: Number(row['id']),
        session,
        bytes: Number(row['bytes']),
        lines: Number(row['lines']),
        lastStart: Number(row['last_start']),
        lastHash: String(row['last_hash']),
        size: Number(row['size']),
        stamp: String(row['stamp']),
        checked: Number(row['checked']),
      };
      return [session, known];
    }),
  );
}

export function writeKnownFile(database: DatabaseSync, known: KnownFile): void {
  const { id, bytes, lines, lastStart, lastHash, size, stamp, checked } = known;
  database
    .prepare(
      'UPDATE files SET bytes = ?, lines = ?, last_start = ?, last_hash = ?, size = ?, stamp = ?, checked = ? WHERE id = ?',
    )
    .run(bytes, lines, lastStart, lastHash, size, stamp, checked, id);
}

function addFile(database: DatabaseSync, session: SessionId): KnownFile {
  const { lastInsertRowid } = database
    .prepare("INSERT INTO files VALUES (NULL, ?, 0, 0, 0, '', 0, '', 0)")
    .run(session);
  const nothing = { bytes: 0, lines: 0, lastStart: 0, lastHash: '', size: 0, stamp: '', checked: 0 };
  return { id: Number(lastInsertRowid), session, ...nothing };
}

/** What a file is now: it changes whenever the file does, and nobody can set it. */
export interface Stamp {
  readonly size: number;
  readonly stamp: string;
  readonly changed: number;
}

/** Null for a file that is gone. */
export async function stampOf(path: string): Promise<Stamp | null> {
  const found = await lstat(path, { bigint: true }).catch(() => null);
  if (found === null) return null;
  return { size: Number(found.size), stamp: `${found.ino}:${found.ctimeNs}`, changed: Number(found.ctimeMs) };
}

/** Whether nothing can have happened to the file since it was taken in. */
export function isUnchanged(known: KnownFile, now: Stamp): boolean {
  return (
    known.stamp === now.stamp && known.size === now.size && known.checked - now.changed > SETTLED_MILLISECONDS
  );
}

export async function openJournalFile({ path }: StoredSession): Promise<FileHandle | undefined> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch(() => undefined);
  if (file === undefined || (await file.stat()).isFile()) return file;
  await file.close();
  return undefined;
}

/**
 * Where to go on in a file that changed: behind what is known when that is still there, and else at its beginning,
 * with everything known of it taken out. A file that changed without growing was rewritten; so was one that is
 * another file now.
 */
export async function resumeFile(
  database: DatabaseSync,
  session: SessionId,
  known: KnownFile | undefined,
  { file, now }: { readonly file: FileHandle; readonly now: Stamp },
): Promise<KnownFile> {
  if (known === undefined) return addFile(database, session);
  const [inode] = now.stamp.split(':');
  const [knownInode] = known.stamp.split(':');
  const isSame = known.stamp === now.stamp && known.size === now.size;
  const mayHaveGrown = known.stamp === '' || (inode === knownInode && now.size > known.size);
  if ((isSame || mayHaveGrown) && (await endsAsBefore(file, known))) return known;
  removeFile(database, known.id);
  return addFile(database, session);
}

async function endsAsBefore(file: FileHandle, { bytes, lastStart, lastHash }: KnownFile): Promise<boolean> {
  if (bytes === 0) return true;
  const length = bytes - lastStart;
  if (length > SEARCHED_LINE_BYTES) return false;
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, lastStart);
  return bytesRead === length && buffer.at(-1) === 10 && lineHash(buffer.subarray(0, -1)) === lastHash;
}

export function lineHash(line: Uint8Array): string {
  return hash('sha256', line, 'hex');
}
