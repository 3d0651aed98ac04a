import {
  parseEntry,
  succeed,
  type EntryBase,
  type ReadEntry,
  type Result,
  type SessionId,
} from '@rook/contract';

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

const FIRST_WINDOW_BYTES = 256 * 1024;
const GROWTH = 4;

/** Lines read from behind, as many as are enough: a long file costs no more than a short one. */
export async function readBack(
  store: Pick<Store, 'read' | 'list'>,
  session: SessionId,
  enough: (lines: readonly PlacedLine[]) => boolean,
): Promise<Result<{ readonly lines: readonly PlacedLine[]; readonly end: number }>> {
  const listed = await store.list();
  if (!listed.ok) return listed;
  const size = listed.value.find(({ id }) => id === session)?.bytes ?? 0;
  for (let window = FIRST_WINDOW_BYTES; ; window *= GROWTH) {
    const from = Math.max(0, size - window);
    const read = await readPlaced(store, session, from);
    if (!read.ok || from === 0) return read;
    // The first one may have lost its beginning.
    const lines = read.value.lines.slice(1);
    if (enough(lines)) return succeed({ lines, end: read.value.end });
  }
}

/** Null for a line that is too long to be one of ours, or no JSON. */
export function readLine(line: Line): ReadEntry | null {
  if (line.whole !== undefined) return null;
  try {
    return parseEntry(JSON.parse(decoder.decode(line.bytes)));
  } catch {
    return null;
  }
}

/** Null for what is no entry, as a line that was torn. */
export function readPlacedEntry({ line }: PlacedLine): EntryBase | null {
  const read = readLine(line);
  return read === null || read.kind === 'unreadable' ? null : read.entry;
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

/** Whether the first of these lines is not behind the entry that follows a `seq`. */
export function reachesBack(lines: readonly PlacedLine[], after: number): boolean {
  for (const placed of lines) {
    const entry = readPlacedEntry(placed);
    if (entry !== null) return entry.seq <= after + 1;
  }
  return false;
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
