import { parseTraceLine, succeed, type Result, type TraceLine } from '@rook/contract';

import type { LedgerFile } from '../ports/ledger-file.ts';

export interface ReadLedger {
  /** In the order of the file. */
  readonly lines: readonly PlacedLine[];
  /** What bears the id of a line, by that id, whatever else it says. */
  readonly byId: ReadonlyMap<string, readonly PlacedText[]>;
  /** How many lines are none of a ledger. */
  readonly unreadable: number;
  /** What stands behind the last line break, as it is: empty, or a line that was never finished. */
  readonly tail: Uint8Array;
}

/** A text and the bytes of the file where it stands, without its line end. */
export interface PlacedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface PlacedLine extends PlacedText {
  readonly line: TraceLine;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const CARRIAGE_RETURN = 13;

/** Reads all of the ledger. A line that a crash tore counts as unreadable; one that lacks nothing but its end is read. */
export async function readLedger(file: Pick<LedgerFile, 'read'>): Promise<Result<ReadLedger>> {
  const lines: PlacedLine[] = [];
  const byId = new Map<string, PlacedText[]>();
  let unreadable = 0;
  let tail = new Uint8Array();
  let start = 0;
  for await (const batch of file.read()) {
    if (!batch.ok) return batch;
    for (const { bytes, finished, whole } of batch.value) {
      const text = whole === undefined ? decode(bytes) : null;
      const placed = text === null ? null : { text, start, end: start + lengthOf(bytes) };
      const line = text === null ? null : parseTraceLine(text);
      const id = line?.id ?? (text === null ? null : idOf(text));
      if (placed !== null && id !== null) byId.set(id, [...(byId.get(id) ?? []), placed]);
      if (placed !== null && line !== null) lines.push({ ...placed, line });
      else if (bytes.length > 0) unreadable += 1;
      if (!finished) tail = Uint8Array.from(bytes);
      start += (whole?.bytes ?? bytes.length) + 1;
    }
  }
  return succeed({ lines, byId, unreadable, tail });
}

/** Git may have given the lines other ends. */
function lengthOf(bytes: Uint8Array): number {
  return bytes.at(-1) === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes.subarray(0, lengthOf(bytes)));
  } catch {
    return null;
  }
}

function idOf(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    const id: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'id') : null;
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}
