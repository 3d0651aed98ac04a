import {
  changeSetIdSchema,
  parseEntry,
  sessionIdSchema,
  type ContentHash,
  type EntryDraft,
  type EntryOf,
} from '@rook/contract';
import { createRedactor, openJournal } from '@rook/engine';
import {
  createFakeClock,
  createFakeStore,
  recoverChangeSets,
  type RecoveredChangeSet,
} from '@rook/engine/testing';

import type { ApplyWatch } from '../src/apply-watch.ts';
import { createLocalWorkspace } from '../src/index.ts';
import { hashOf, type FileState } from './five-files.ts';

function startedDraft(
  states: readonly FileState[],
): Extract<EntryDraft, { event_type: 'change_set_started' }> {
  return {
    event_type: 'change_set_started',
    change_set_id: changeSetIdSchema.parse('cs-1'),
    kind: 'edit',
    intent_id: null,
    made_folders: ['made', 'made/deep'],
    files: states.map(({ path, before, after }) => ({
      path,
      before_hash: hashOrNull(before),
      after_hash: hashOrNull(after),
      added: 0,
      removed: 0,
    })),
  };
}

function hashOrNull(text: string | null): ContentHash | null {
  return text === null ? null : hashOf(text);
}

interface Recovery {
  readonly recovered: RecoveredChangeSet | undefined;
  /** What was kept because it had no place. */
  readonly kept: readonly string[];
}

/** What the next start does: it finds the set in the journal and settles it, with the bytes that were kept before. */
export async function recover(
  root: string,
  states: readonly FileState[],
  watch?: ApplyWatch,
): Promise<Recovery> {
  const store = createFakeStore();
  for (const text of states.flatMap(({ before, after }) => [before, after]))
    if (text !== null) await store.blobs.put(Buffer.from(text));
  const seen: EntryOf<'change_set_started'>[] = [];
  const journal = await openJournal({
    store,
    clock: createFakeClock(new Date(Date.UTC(2026, 10, 15))),
    session: sessionIdSchema.parse('rook-20261115-0a1b2c3d'),
    holder: { surface: 'test' },
    sync: 'turn',
    lines: {
      workspace: { name: 'faults', uri: 'file:///faults', trusted: true },
      mode: { agent_mode: null, safety: 'ask' },
      redactor: createRedactor({ secrets: [], rules: [] }),
      start: { event_type: 'session_start', chat_surface: 'test', participant: 'rook' },
    },
    written: (entries) => {
      for (const entry of entries) {
        const read = parseEntry(entry);
        if (read.kind === 'known' && read.entry.event_type === 'change_set_started') seen.push(read.entry);
      }
    },
  });
  if (!journal.ok) throw new Error(journal.error.message);
  await journal.value.append([startedDraft(states)]);
  const workspace = createLocalWorkspace(root, watch === undefined ? {} : { watch });
  const recovered = await recoverChangeSets({ workspace, store, journal: journal.value }, seen);
  if (!recovered.ok) throw new Error(recovered.error.message);
  const kept: string[] = [];
  for (const { blob } of recovered.value[0]?.displaced ?? []) {
    const bytes = await store.blobs.get(blob);
    kept.push(bytes.ok && bytes.value !== null ? Buffer.from(bytes.value).toString() : 'missing');
  }
  return { recovered: recovered.value[0], kept };
}
