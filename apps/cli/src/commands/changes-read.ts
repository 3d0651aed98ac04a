import {
  parseChangeSetHead,
  parseEntry,
  succeed,
  type EntryOf,
  type Result,
  type SessionId,
} from '@rook/contract';
import { addHistoryLine, type HistoryFold, type Line, type Store } from '@rook/engine';

/** A change set as its session tells it, read no further than a list needs. */
export interface ChangeSetRow {
  readonly session: SessionId;
  readonly id: string;
  readonly timestamp: string;
  /** Null where the line turns out to be no entry. */
  readonly read: () => ChangeSetEntry | null;
}

export type ChangeSetEntry = EntryOf<'change_set_started' | 'change_set_applied' | 'change_set_refused'>;

/** The change sets of a session, in their order; what they mean for each other goes to the fold. */
export async function readChangeSets(
  store: Pick<Store, 'read'>,
  session: SessionId,
  fold: HistoryFold,
): Promise<Result<readonly ChangeSetRow[]>> {
  const rows = new Map<string, ChangeSetRow>();
  for await (const batch of store.read(session)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      addHistoryLine(fold, session, line);
      const row = readRow(session, line);
      if (row === null) continue;
      // How it ended takes the place of its beginning, at the end of the list.
      rows.delete(row.id);
      rows.set(row.id, row);
    }
  }
  return succeed([...rows.values()]);
}

const MARK = '"event_type":"change_set_';
const STARTED =
  /"timestamp":"([\d:.TZ-]{24})".*"event_type":"change_set_started","change_set_id":"(cs-[\d-]+)"/u;
const decoder = new TextDecoder('utf-8', { fatal: true });

function readRow(session: SessionId, { bytes, finished, whole }: Line): ChangeSetRow | null {
  if (!finished || whole !== undefined) return null;
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(MARK)) return null;
  const text = decode(bytes);
  if (text === null) return null;
  const read = (): ChangeSetEntry | null => parseText(text);
  const head = parseChangeSetHead(text);
  if (head !== null) return { session, id: head.change_set_id, timestamp: head.timestamp, read };
  // Nearly every beginning has its end, so that nobody asks for more of it.
  const [, timestamp, id] = STARTED.exec(text.slice(0, MOST_HEAD)) ?? [];
  if (timestamp !== undefined && id !== undefined) return { session, id, timestamp, read };
  const entry = read();
  return entry === null
    ? null
    : { session, id: entry.change_set_id, timestamp: entry.timestamp, read: () => entry };
}

/** The base fields and the id stand at the beginning. */
const MOST_HEAD = 4000;

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function parseText(text: string): ChangeSetEntry | null {
  try {
    const read = parseEntry(JSON.parse(text));
    return read.kind === 'known' && isChangeSet(read.entry) ? read.entry : null;
  } catch {
    return null;
  }
}

function isChangeSet(entry: { readonly event_type: string }): entry is ChangeSetEntry {
  return entry.event_type.startsWith('change_set_');
}
