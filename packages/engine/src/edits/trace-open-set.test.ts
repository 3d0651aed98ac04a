import { changeSetIdSchema, sessionIdSchema, type EntryDraft } from '@rook/contract';
import { expect, it } from 'vitest';

import { loadPathHistory } from '../journal/load-path-history.ts';
import { openJournal } from '../journal/open-journal.ts';
import { createRedactor } from '../journal/redact-secrets.ts';
import { createFakeClock } from '../ports/fakes/fake-clock.ts';
import { createFakeStore } from '../ports/fakes/fake-store.ts';
import type { Store } from '../ports/store.ts';
import { createFileTracer } from './trace-file.ts';

const SESSION = sessionIdSchema.parse('rook-20261116-0a1b2c3d');
const hashOf = async (store: Store, text: string) => {
  const kept = await store.blobs.put(new TextEncoder().encode(text));
  if (!kept.ok) throw new Error(kept.error.message);
  return kept.value;
};

async function write(store: Store, drafts: readonly EntryDraft[]): Promise<void> {
  const opened = await openJournal({
    store,
    session: SESSION,
    clock: createFakeClock(),
    holder: { surface: 'test' },
    sync: 'never',
    lines: {
      workspace: { name: 'w', uri: 'file:///w', trusted: true },
      mode: { agent_mode: null, safety: 'ask' },
      redactor: createRedactor({ secrets: [] }),
    },
  });
  if (!opened.ok) throw new Error(opened.error.message);
  const appended = await opened.value.append(drafts);
  if (!appended.ok) throw new Error(appended.error.message);
  await opened.value.close();
}

it('H-30 counts a set that nobody saw the end of where its content turns up, and only there', async () => {
  const store = createFakeStore();
  const [before, after] = [await hashOf(store, 'a\n'), await hashOf(store, 'a\nb\n')];
  const file = { path: 'x', before_hash: before, after_hash: after, added: 1, removed: 0 };
  const id = changeSetIdSchema.parse('cs-1793000000000');
  await write(store, [
    {
      event_type: 'change_set_started',
      change_set_id: id,
      kind: 'edit',
      intent_id: null,
      files: [{ ...file, hunks: [{ start: 2, removed: 0, added: 1 }] }],
    },
  ]);
  const history = await loadPathHistory(store);
  if (!history.ok) throw new Error(history.error.message);
  expect(history.value.sets.map((set) => [set.id, history.value.isOpen(set)])).toEqual([[id, true]]);
  const trace = async (text: string) => {
    const bytes = new TextEncoder().encode(text);
    const found = { bytes, hash: await hashOf(store, text) };
    const { runs } = await createFileTracer({ history: history.value, blobs: store.blobs })('x', found);
    return runs.map(({ origin, count }) => [origin.kind, count]);
  };
  expect(await trace('a\nb\n')).toEqual([
    ['earlier', 1],
    ['written', 1],
  ]);
  expect(await trace('a\n')).toEqual([['earlier', 1]]);
});
