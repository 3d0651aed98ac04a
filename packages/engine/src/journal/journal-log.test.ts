import { expect, it } from 'vitest';

import type { Log } from '../ports/log.ts';
import { actionIdAfter, createEntryId, turnIdAfter } from './create-ids.ts';
import { createAction } from './mark-session.ts';
import { createTestJournal, must, session, startDraft, turnDraft } from './test-journal.ts';

function createListLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    write: (level, message, fields) => lines.push(`${level} ${message} ${JSON.stringify(fields)}`),
  };
}

it('R-09 logs why a journal cannot be written, and that its end was torn', async () => {
  const test = createTestJournal();
  const { fault, store } = test;
  const log = createListLog();
  const journal = await test.open({ log });
  must(await journal.append([startDraft, turnDraft(1)]));
  expect(log.lines).toEqual([]);
  fault.bytes = 10;
  await journal.append([turnDraft(2)]);
  expect(log.lines).toHaveLength(1);
  expect(log.lines[0]).toMatch(/^warn The journal cannot be written: .*"unwritten":1/);
  delete fault.bytes;
  must(await journal.close());
  const writer = must(await store.open(session, { surface: 'crashing' }));
  must(await writer.append(new TextEncoder().encode('{"torn":12'), false));
  await writer.close();
  must(await store.anchors.set(session, { seq: 0, hash: 'f'.repeat(64) }));
  const again = createListLog();
  await test.open({ log: again });
  expect(again.lines).toEqual([
    expect.stringMatching(/^error The journal does not hold what its anchor names/),
    expect.stringMatching(/^warn A line was torn by a crash .*"line":\d+,"bytes":10/),
  ]);
});

it('R-09 logs types of entries that this version does not handle, each once', async () => {
  const test = createTestJournal();
  const { store } = test;
  const journal = await test.open();
  must(await journal.append([startDraft]));
  must(await journal.close());
  const writer = must(await store.open(session, { surface: 'later' }));
  const base = {
    schema_version: 1,
    event_id: createEntryId(new Date()),
    timestamp: '2027-01-01T00:00:00.000Z',
    session_id: session,
  };
  const later = {
    ...base,
    workspace: { name: 'w', uri: 'u', trusted: true },
    mode: { agent_mode: null, safety: 'ask' },
  };
  const line = JSON.stringify({ ...later, event_type: 'moon_landed', seq: 1, prev: '0'.repeat(64) });
  must(await writer.append(new TextEncoder().encode(`${line}\n${line}\n`), false));
  await writer.close();
  const log = createListLog();
  await test.open({ log });
  expect(log.lines.filter((text) => text.startsWith('debug'))).toEqual([
    expect.stringContaining('"types":["moon_landed"]'),
  ]);
});

it('says so when a session has no number left for an action', async () => {
  const test = createTestJournal();
  const journal = await test.open();
  must(
    await journal.append([
      startDraft,
      turnDraft(1),
      {
        event_type: 'action',
        action_id: actionIdAfter(999_999_998),
        turn_id: turnIdAfter(0),
        title: 'last',
        status: 'open',
      },
    ]),
  );
  const made = await createAction(journal, { title: 'one more' });
  expect(made).toMatchObject({ ok: false, error: { code: 'invalid_value' } });
});
