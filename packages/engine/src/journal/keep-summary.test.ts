import { setImmediate as settleTasks } from 'node:timers/promises';

import type { EntryDraft, SessionSummary } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import type { Store } from '../ports/store.ts';
import { createMessageId, turnIdAfter } from './create-ids.ts';
import { createSummaryFold } from './fold-summary.ts';
import { QUIET_MILLISECONDS } from './keep-document.ts';
import { readJournal } from './read-journal.ts';
import { summarizeSession } from './summarize-session.ts';
import { createTestJournal, must, session, startDraft, tagDraft, turnDraft } from './test-journal.ts';

const NAME = 'summary.json';

/** The summary as the journal itself says it. */
async function readAnew(store: Store): Promise<SessionSummary> {
  const fold = createSummaryFold();
  for await (const batch of readJournal(store, session)) for (const { read } of must(batch)) fold.add(read);
  return fold.summary();
}

async function keptText(store: Store): Promise<string | null> {
  return must(await store.documents.get(session, NAME));
}

async function bytesOf(store: Store): Promise<number> {
  return must(await store.list()).find(({ id }) => id === session)?.bytes ?? -1;
}

const anyDraft: fc.Arbitrary<EntryDraft> = fc.oneof(
  fc.integer({ min: 1, max: 5 }).map((turn) => turnDraft(turn)),
  fc.constant(tagDraft(1, ['bug'])),
  fc
    .record({ title: fc.string(), archived: fc.boolean(), labels: fc.array(fc.string()) })
    .map(
      ({ title, archived, labels }) => ({ event_type: 'session_changed', title, archived, labels }) as const,
    ),
  fc
    .string()
    .map(
      (text) => ({ event_type: 'message_admitted', message_id: createMessageId(new Date()), text }) as const,
    ),
  fc.constantFrom(null, 0.5).map(
    (cost) =>
      ({
        event_type: 'answer_received',
        turn_id: turnIdAfter(0),
        round: 1,
        model: 'm',
        text: 'raw',
        finish_reason: 'stop',
        usage: { input_tokens: 1, output_tokens: 1, cost_usd: cost },
      }) as const,
  ),
);

it('I-36 I-37 saves the summary when a session is closed, equal to what its journal says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyDraft, { maxLength: 4 }), { maxLength: 4 }), async (sessions) => {
      const test = createTestJournal();
      const { store } = test;
      for (const drafts of [[startDraft], ...sessions]) {
        const journal = await test.open();
        for (const draft of drafts) must(await journal.append([draft]));
        must(await journal.close());
      }
      const kept: unknown = JSON.parse((await keptText(store)) ?? 'null');
      expect(kept).toEqual({ bytes: await bytesOf(store), summary: await readAnew(store) });
    }),
    { numRuns: 60 },
  );
});

it('I-37 saves the summary of a session that goes on once nothing was written for half a second', async () => {
  const test = createTestJournal();
  const { store, clock } = test;
  const journal = await test.open();
  must(await journal.append([startDraft]));
  clock.advance(QUIET_MILLISECONDS - 1);
  await settleTasks();
  must(await journal.append([turnDraft(1)]));
  expect(await keptText(store)).toBeNull();
  clock.advance(QUIET_MILLISECONDS);
  await settleTasks();
  expect(JSON.parse((await keptText(store)) ?? 'null')).toMatchObject({ summary: { turns: 1, entries: 2 } });
});

it('reads the journal when the kept summary is older, damaged or of another shape', async () => {
  const test = createTestJournal();
  const { store } = test;
  const journal = await test.open();
  must(await journal.append([startDraft, turnDraft(1)]));
  must(await journal.close());
  const right = await readAnew(store);
  const stored = { id: session, bytes: await bytesOf(store) };
  const lie = { ...right, title: 'another' };
  must(await store.documents.put(session, NAME, JSON.stringify({ bytes: stored.bytes, summary: lie })));
  expect(must(await summarizeSession(store, stored))).toEqual(lie);
  for (const text of [
    JSON.stringify({ bytes: stored.bytes - 1, summary: lie }),
    JSON.stringify({ bytes: stored.bytes, summary: { ...lie, turns: 'many' } }),
    '{"bytes":',
    'null',
    '',
  ]) {
    must(await store.documents.put(session, NAME, text));
    expect(must(await summarizeSession(store, stored)), text).toEqual(right);
  }
});

it('keeps no summary of a file that somebody else changed meanwhile', async () => {
  const test = createTestJournal();
  const { store, fault } = test;
  const journal = await test.open();
  must(await journal.append([startDraft, turnDraft(1), turnDraft(2)]));
  fault.gone = true;
  await journal.append([turnDraft(3)]);
  delete fault.gone;
  await journal.append([turnDraft(4)]);
  await journal.close();
  const stored = { id: session, bytes: await bytesOf(store) };
  expect(must(await summarizeSession(store, stored))).toEqual(await readAnew(store));
});
