import { FIRST_PREV, parseEntry, type ReadEntry, type Result, type SessionId } from '@rook/contract';

import type { Line, Store } from '../ports/store.ts';
import { lineHash } from './line-hash.ts';

/** One line of a journal, read and placed in the chain. */
export interface JournalLine {
  /** Its number in the file, from 1. */
  readonly number: number;
  readonly read: ReadEntry;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  /** What lies in the file; of a line that is too long to be held only the beginning. */
  readonly raw: Uint8Array;
  readonly finished: boolean;
  /** What stands before it in the chain: the hash of the line before. */
  readonly expectedPrev: string;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a session line by line, whatever is in it; nothing is skipped. */
export async function* readJournal(
  store: Pick<Store, 'read'>,
  session: SessionId,
): AsyncGenerator<Result<readonly JournalLine[]>> {
  let number = 0;
  let expectedPrev = FIRST_PREV;
  for await (const batch of store.read(session)) {
    if (!batch.ok) {
      yield batch;
      return;
    }
    const lines: JournalLine[] = [];
    for (const line of batch.value) {
      number += 1;
      const hash = line.whole?.sha256 ?? lineHash(line.bytes);
      lines.push({
        number,
        read: readLine(line),
        hash,
        bytes: line.whole?.bytes ?? line.bytes.length,
        raw: line.bytes,
        finished: line.finished,
        expectedPrev,
      });
      expectedPrev = hash;
    }
    yield { ok: true, value: lines };
  }
}

function readLine({ bytes, whole }: Line): ReadEntry {
  if (whole !== undefined) return { kind: 'unreadable', reason: 'it is too long' };
  try {
    return parseEntry(JSON.parse(decoder.decode(bytes)));
  } catch {
    return { kind: 'unreadable', reason: 'it is not readable as JSON' };
  }
}
