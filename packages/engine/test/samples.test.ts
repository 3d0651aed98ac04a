import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { entryTypes, sessionIdSchema } from '@rook/contract';
import { expect, it } from 'vitest';

import { loadSession } from '../src/journal/load-session.ts';
import { readJournal } from '../src/journal/read-journal.ts';
import { verifySession } from '../src/journal/verify-session.ts';
import { createFakeStore } from '../src/ports/fakes/fake-store.ts';

const session = sessionIdSchema.parse('rook-20261115-0a1b2c3d');
/** Types that came after the sample was written. */
const YOUNGER = new Set([
  'session_imported',
  'prompt_pinned',
  'reply_read',
  'change_set_started',
  'blobs_pruned',
  'ledger_changed',
  'batch_started',
  'batch_judged',
  'batch_ended',
]);

/**
 * Journals as released versions wrote them. They stay here for ever: every later version must read them as
 * this test says, and none of their bytes may be changed.
 */
it('reads the journal of format 1', async () => {
  const store = createFakeStore();
  const opened = await store.open(session, { surface: 'test' });
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.append(await readFile(join(import.meta.dirname, 'samples', 'journal-1.jsonl')), false);

  const types = new Set<string>();
  for await (const batch of readJournal(store, session)) {
    for (const { read } of batch.ok ? batch.value : [])
      types.add(read.kind === 'known' ? read.entry.event_type : read.kind);
  }
  const then = entryTypes.filter((type) => !YOUNGER.has(type));
  expect([...types].toSorted()).toEqual([...then, 'unreadable'].toSorted());
  expect(await verifySession(store, session)).toEqual({
    ok: true,
    value: { id: session, entries: 31, ok: true, anchored: false, torn: [29] },
  });
  const document = await loadSession(store, session);
  expect(document).toMatchObject({
    ok: true,
    value: {
      summary: 'Type hints',
      pairs: [
        { turnId: 't0001', response: { text: 'Done.', status: 'completed' } },
        { request: { status: 'pending' } },
      ],
      actions: [{ id: 'a0001', status: 'open' }],
      todos: [{ completed: true }, { completed: false }],
      usage: { input_tokens: 1200 },
    },
  });
});
