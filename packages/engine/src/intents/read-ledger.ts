import { parseTraceLine, succeed, type Result, type TraceLine } from '@rook/contract';

import type { LedgerFile } from '../ports/ledger-file.ts';

export interface ReadLedger {
  /** In the order of the file. */
  readonly lines: readonly TraceLine[];
  /** How many lines are none of a ledger. */
  readonly unreadable: number;
  /** What stands behind the last line break, as it is: empty, or a line that was never finished. */
  readonly tail: Uint8Array;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads all of the ledger. A line that a crash tore counts as unreadable; one that lacks nothing but its end is read. */
export async function readLedger(file: Pick<LedgerFile, 'read'>): Promise<Result<ReadLedger>> {
  const lines: TraceLine[] = [];
  let unreadable = 0;
  let tail = new Uint8Array();
  for await (const batch of file.read()) {
    if (!batch.ok) return batch;
    for (const { bytes, finished, whole } of batch.value) {
      const line = whole === undefined ? parseBytes(bytes) : null;
      if (line !== null) lines.push(line);
      else if (bytes.length > 0) unreadable += 1;
      if (!finished) tail = Uint8Array.from(bytes);
    }
  }
  return succeed({ lines, unreadable, tail });
}

function parseBytes(bytes: Uint8Array): TraceLine | null {
  try {
    return parseTraceLine(decoder.decode(bytes));
  } catch {
    return null;
  }
}
