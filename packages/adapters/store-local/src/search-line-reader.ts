import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

import { fail, rookError, succeed } from '@rook/contract';
import { SEARCHED_LINE_BYTES, type LineReader, type OpenLines } from '@rook/engine';

import { inspectWay } from './own-folder.ts';
import { dayFolder, sessionFile } from './session-paths.ts';
import { systemReason } from './system-reason.ts';

/** Enough for most lines. */
const SMALL_BYTES = 16 * 1024;
const LARGE_BYTES = 256 * 1024;
/** Lines are asked for from the end on, so most of a large window lies before the one that is wanted. */
const BEFORE_BYTES = LARGE_BYTES - SMALL_BYTES;
const LINE_BREAK = 10;

/** Reads lines out of the journals of a folder; follows no link. */
export function createLineReader(folder: string): LineReader {
  return {
    open: async (session) => {
      const path = sessionFile(folder, session);
      const safe = inspectWay(folder, dayFolder(folder, session));
      if (!safe.ok) return safe;
      try {
        return succeed(openLines(path));
      } catch (error) {
        return fail(rookError('not_readable', `${path} cannot be read: ${systemReason(error)}.`));
      }
    },
  };
}

/** Waits for the disk inside the call: it is asked for thousands of lines, most of them next to each other. */
function openLines(path: string): OpenLines {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  if (!fstatSync(file).isFile()) {
    closeSync(file);
    throw new Error('it is no plain file');
  }
  let window: Buffer = Buffer.alloc(0);
  let windowStart = 0;
  const readAt = (start: number, length: number): Buffer => {
    const buffer = Buffer.allocUnsafe(length);
    return buffer.subarray(0, readSync(file, buffer, 0, length, start));
  };
  const lineInWindow = (offset: number): Buffer | undefined => {
    const place = offset - windowStart;
    if (place < 0 || place >= window.length) return undefined;
    const end = window.indexOf(LINE_BREAK, place);
    return end === -1 ? undefined : window.subarray(place, end);
  };
  /** A lone line needs little; one near the last is hardly the last of them. */
  const readAround = (offset: number) => {
    const isNear = window.length > 0 && Math.abs(offset - windowStart) < LARGE_BYTES;
    windowStart = isNear ? Math.max(0, offset - BEFORE_BYTES) : offset;
    window = readAt(windowStart, isNear ? LARGE_BYTES : SMALL_BYTES);
  };
  const readLong = (offset: number): Buffer | null => {
    windowStart = offset;
    for (let length = LARGE_BYTES; ; length *= 2) {
      window = readAt(offset, length);
      const line = lineInWindow(offset);
      if (line !== undefined) return line;
      if (window.length < length || length > SEARCHED_LINE_BYTES) return null;
    }
  };
  return {
    lineAt: (offset) => {
      const near = lineInWindow(offset);
      if (near !== undefined) return near;
      readAround(offset);
      return lineInWindow(offset) ?? readLong(offset);
    },
    close: () => closeSync(file),
  };
}
