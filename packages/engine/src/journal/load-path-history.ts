import {
  parseEntry,
  succeed,
  type ContentHash,
  type EntryOf,
  type Result,
  type SessionId,
} from '@rook/contract';

import type { Line, Store } from '../ports/store.ts';
import { createHistoryFold, type History } from './fold-history.ts';
import { givesRight } from './gives-right.ts';
import type { HistorySet } from './history-set.ts';
import { addHistoryLine } from './load-history.ts';

/** The change sets of a workspace, found by the files that they touched. */
export interface PathHistory extends Pick<History, 'isUndone' | 'isPruned'> {
  /** Those that were applied here, or that nobody saw the end of; oldest first. */
  readonly sets: readonly HistorySet[];
  /** Which of them touched the path, under its old or its new name, in order. */
  indexesOf(path: string): readonly number[];
  /** Where a change set left this content. */
  pathsOf(content: ContentHash): readonly string[];
  /** Whether the last set that touched the path left a file there. */
  isThere(path: string): boolean;
  /** Nobody wrote down how it ended. */
  isOpen(set: HistorySet): boolean;
  /** Every path that a set left or found a file at, in the order of their first change. */
  readonly paths: readonly string[];
}

/**
 * What was imported is a tale from elsewhere and explains no file that is here. What the ledger tells counts where there is no journal of
 * the session: a clone has the ledger alone.
 */
export async function loadPathHistory(
  store: Pick<Store, 'list' | 'read'>,
  told: readonly HistorySet[] = [],
): Promise<Result<PathHistory>> {
  const listed = await store.list();
  if (!listed.ok) return listed;
  const fold = createHistoryFold();
  const started = new Map<string, string>();
  for (const { id } of listed.value.toReversed()) {
    for await (const batch of store.read(id)) {
      if (!batch.ok) return batch;
      for (const line of batch.value) {
        addHistoryLine(fold, id, line);
        noteBeginning(started, id, line);
      }
    }
  }
  const open = new Set<string>();
  for (const [key, text] of started) {
    const entry = readBeginning(text);
    if (entry === null || !key.startsWith(`${entry.session_id}/`)) continue;
    const files = entry.files.map((file) => ({ ...file, status: 'applied' as const }));
    fold.add({ ...entry, event_type: 'change_set_applied', files });
    open.add(key);
  }
  const here = new Set(listed.value.map(({ id }) => id));
  for (const set of told) if (!here.has(set.session)) fold.addTold(set);
  return succeed(indexHistory(fold.history(), open));
}

const BEGINNING = /"event_type":"change_set_(started|applied|refused)","change_set_id":"(cs-[\d-]+)"/u;
const MARK = Buffer.from('"event_type":"change_set_');
const HEAD_BYTES = 4000;

/** Nearly every beginning has its end, so that no more than the id of it is read. */
function noteBeginning(started: Map<string, string>, session: SessionId, line: Line): void {
  const { bytes, finished, whole } = line;
  if (!finished || whole !== undefined) return;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = buffer.indexOf(MARK);
  if (at === -1 || at > HEAD_BYTES) return;
  const [, state, id] = BEGINNING.exec(buffer.toString('utf8', at, at + 200)) ?? [];
  if (state === 'started') started.set(`${session}/${id}`, buffer.toString('utf8'));
  else if (state !== undefined) started.delete(`${session}/${id}`);
}

function readBeginning(text: string): EntryOf<'change_set_started'> | null {
  try {
    const read = parseEntry(JSON.parse(text));
    if (read.kind !== 'known' || read.entry.event_type !== 'change_set_started') return null;
    return givesRight(read.entry) ? read.entry : null;
  } catch {
    return null;
  }
}

/** Looks at every file of every set once. */
export function indexHistory(history: History, open: ReadonlySet<string> = new Set()): PathHistory {
  const sets = history.sets.filter(({ isRewindable }) => isRewindable);
  const byPath = new Map<string, number[]>();
  const contents = new Map<ContentHash, Set<string>>();
  const there = new Map<string, boolean>();
  for (const [index, set] of sets.entries())
    for (const { path, from, after } of set.files) {
      for (const name of path === from ? [path] : [from, path]) {
        const list = byPath.get(name) ?? [];
        if (list.at(-1) !== index) list.push(index);
        byPath.set(name, list);
        there.set(name, name === path && after !== null);
      }
      if (after === null) continue;
      const places = contents.get(after) ?? new Set();
      contents.set(after, places.add(path));
    }
  return {
    sets,
    indexesOf: (path) => byPath.get(path) ?? [],
    pathsOf: (content) => [...(contents.get(content) ?? [])],
    isThere: (path) => there.get(path) ?? false,
    isOpen: ({ session, id }) => open.has(`${session}/${id}`),
    isUndone: (set, path) => history.isUndone(set, path),
    isPruned: (hash) => history.isPruned(hash),
    paths: [...byPath.keys()],
  };
}
