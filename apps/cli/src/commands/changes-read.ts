import { parseEntry, succeed, type EntryOf, type Result, type SessionId } from '@rook/contract';
import type { Line, Store } from '@rook/engine';

/** A change set as its session knows it. */
export interface KeptChangeSet {
  readonly session: SessionId;
  /** `open`: nobody wrote down how it ended. */
  readonly status: 'applied' | 'refused' | 'open';
  /** The last one applied of its session. */
  readonly isCurrent: boolean;
  readonly entry: ChangeSetEntry;
}

export type ChangeSetEntry = EntryOf<'change_set_started' | 'change_set_applied' | 'change_set_refused'>;

const STATUSES = {
  change_set_started: 'open',
  change_set_applied: 'applied',
  change_set_refused: 'refused',
} as const;

/** The change sets of a session, in their order. Only lines that may be about one are taken apart. */
export async function readChangeSets(
  store: Pick<Store, 'read'>,
  session: SessionId,
): Promise<Result<readonly KeptChangeSet[]>> {
  const entries = new Map<string, ChangeSetEntry>();
  for await (const batch of store.read(session)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      const entry = readLine(line);
      if (entry === null) continue;
      // How it ended takes the place of its beginning, at the end of the list.
      if (entry.event_type !== 'change_set_started') entries.delete(entry.change_set_id);
      entries.set(entry.change_set_id, entry);
    }
  }
  const all = [...entries.values()];
  const current = all.findLast((entry) => entry.event_type === 'change_set_applied');
  return succeed(
    all.map((entry) => ({
      session,
      status: STATUSES[entry.event_type],
      isCurrent: entry === current,
      entry,
    })),
  );
}

const MARK = '"change_set_';
const decoder = new TextDecoder('utf-8', { fatal: true });

function readLine({ bytes, finished, whole }: Line): ChangeSetEntry | null {
  if (!finished || whole !== undefined) return null;
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(MARK)) return null;
  try {
    const read = parseEntry(JSON.parse(decoder.decode(bytes)));
    return read.kind === 'known' && isChangeSet(read.entry) ? read.entry : null;
  } catch {
    return null;
  }
}

function isChangeSet(entry: { readonly event_type: string }): entry is ChangeSetEntry {
  return Object.hasOwn(STATUSES, entry.event_type);
}
