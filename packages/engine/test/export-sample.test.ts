import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { entryTypes } from '@rook/contract';
import { expect, it } from 'vitest';

import { loadSession } from '../src/journal/load-session.ts';
import { readJournal } from '../src/journal/read-journal.ts';
import { importText } from '../src/journal/test-exchange.ts';
import { must } from '../src/journal/test-journal.ts';
import { verifySession } from '../src/journal/verify-session.ts';
import { createFakeStore } from '../src/ports/fakes/fake-store.ts';

/** An export as a released version wrote it. It stays here for ever, and none of its bytes may be changed. */
it('I-42 imports the export of format 1', async () => {
  const store = createFakeStore();
  const text = await readFile(join(import.meta.dirname, 'samples', 'export-1.jsonl'), 'utf8');
  const { session, header, ...counts } = must(await importText(store, text));
  expect(counts).toEqual({ entries: 31, blobs: 1, redacted: [] });
  expect(header).toMatchObject({
    session: 'rook-20261115-0a1b2c3d',
    title: 'Type hints',
    source: { entries: 31, ok: true, anchored: true },
    redacted: [{ seq: 30, count: 1, rules: ['known'] }],
    marked: [30],
  });
  expect(must(await verifySession(store, session))).toMatchObject({ ok: true, entries: 32 });
  const types = new Set<string>();
  for await (const batch of readJournal(store, session))
    for (const { read } of must(batch)) types.add(read.kind === 'known' ? read.entry.event_type : read.kind);
  expect(types.size).toBe(30);
  expect([...types].filter((type) => !entryTypes.includes(type))).toEqual([]);
  expect(must(await loadSession(store, session))).toMatchObject({
    summary: 'Type hints',
    pairs: [{ turnId: 't0001', response: { text: 'Done.', status: 'completed' } }],
    importedFrom: { session_id: 'rook-20261115-0a1b2c3d' },
    fileRegistry: {},
  });
});
