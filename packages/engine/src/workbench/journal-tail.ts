import { parseEntry, succeed, type EntryBase, type Result, type SessionId } from '@rook/contract';

import type { Line, Store } from '../ports/store.ts';

/** A line of a journal and where it begins in the file. */
export interface PlacedLine {
  readonly line: Line;
  readonly offset: number;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The finished lines from a byte on, none of them parsed. */
export async function readPlaced(
  store: Pick<Store, 'read'>,
  session: SessionId,
  from: number,
): Promise<Result<{ readonly lines: readonly PlacedLine[]; readonly end: number }>> {
  const lines: PlacedLine[] = [];
  let offset = from;
  for await (const batch of store.read(session, from)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      if (!line.finished) continue;
      lines.push({ line, offset });
      offset += (line.whole?.bytes ?? line.bytes.length) + 1;
    }
  }
  return succeed({ lines, end: offset });
}

/** Null for what is no entry, as a line that was torn. */
export function readPlacedEntry({ line }: PlacedLine): EntryBase | null {
  if (line.whole !== undefined) return null;
  try {
    const read = parseEntry(JSON.parse(decoder.decode(line.bytes)));
    return read.kind === 'unreadable' ? null : read.entry;
  } catch {
    return null;
  }
}

/** The entries behind a `seq`, found from the end, so that what is known is not read. */
export function entriesBehind(lines: readonly PlacedLine[], after: number): readonly EntryBase[] {
  const found: EntryBase[] = [];
  for (const placed of lines.toReversed()) {
    const entry = readPlacedEntry(placed);
    if (entry === null) continue;
    if (entry.seq <= after) break;
    found.push(entry);
  }
  return found.toReversed();
}

/** The last whole turns before a `seq`, in order, and whether there are older ones. */
export function lastTurns(
  lines: readonly PlacedLine[],
  { before = Infinity, turns }: { readonly before?: number; readonly turns: number },
): { readonly entries: readonly EntryBase[]; readonly hasOlder: boolean } {
  const found: EntryBase[] = [];
  let ended = 0;
  for (const placed of lines.toReversed()) {
    const entry = readPlacedEntry(placed);
    if (entry === null || entry.seq >= before) continue;
    if (entry.event_type === 'turn') ended += 1;
    if (ended > turns) return { entries: found.toReversed(), hasOlder: true };
    found.push(entry);
  }
  return { entries: found.toReversed(), hasOlder: false };
}
