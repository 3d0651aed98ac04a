import { turnIdSchema, type EntryDraft } from '@rook/contract';
import { expect, it } from 'vitest';

import { createTestJournal, session } from '../journal/test-journal.ts';
import { isOpen } from './fold-approvals.ts';
import { listApprovals } from './list-approvals.ts';

function request(id: string): EntryDraft {
  return {
    event_type: 'approval_requested',
    approval_id: id,
    turn_id: turnIdSchema.parse('t0001'),
    tool_use_id: `call-${id}`,
    question: `May ${id}?`,
  };
}

function answer(id: string, said: 'yes' | 'no'): EntryDraft {
  return { event_type: 'approval_answered', approval_id: id, answer: said, scope: 'once', by: 'user' };
}

/** Seals are proved elsewhere. */
const ANY = { holds: () => true };

const turnEnd: EntryDraft = {
  event_type: 'turn',
  turn_id: turnIdSchema.parse('t0001'),
  user: { text: 'Do it' },
  assistant: { text: '' },
  tool_call_count: 1,
  status: 'cancelled',
};

it('H-24 lists the questions of a session with what became of each; the first answer counts', async () => {
  const journal = createTestJournal();
  const open = await journal.open();
  await open.append([
    ...['ap-1', 'ap-2', 'ap-3', 'ap-4'].map(request),
    answer('ap-2', 'no'),
    answer('ap-2', 'yes'),
    answer('ap-3', 'yes'),
    { event_type: 'approval_voided', approval_id: 'ap-3', reason: 'The file was changed.' },
    answer('ap-9', 'yes'),
    request('ap-4'),
  ]);
  await open.close();
  const listed = await listApprovals(journal.store, session, ANY);
  const found = listed.ok ? listed.value : [];
  expect(
    found.map((one) => [one.asked.approval_id, one.answer?.answer ?? null, one.voided, isOpen(one)]),
  ).toEqual([
    ['ap-1', null, null, true],
    ['ap-2', 'no', null, false],
    ['ap-3', 'yes', 'The file was changed.', false],
    ['ap-4', null, null, true],
  ]);
});

it('H-24 a question whose turn is over waits for nobody', async () => {
  const journal = createTestJournal();
  const open = await journal.open();
  await open.append([request('ap-1'), turnEnd]);
  await open.close();
  const listed = await listApprovals(journal.store, session, ANY);
  expect(listed.ok ? listed.value.map(isOpen) : []).toEqual([false]);
});

it('H-24 a question that came with an imported session is not asked here', async () => {
  const journal = createTestJournal();
  const open = await journal.open();
  await open.append([request('ap-1')]);
  await open.close();
  const written = await journal.text();
  const imported = written.replaceAll('"approval_id"', '"imported":true,"approval_id"');
  const store = {
    read: async function* () {
      const lines = imported.trimEnd().split('\n');
      yield {
        ok: true as const,
        value: lines.map((line) => ({ bytes: new TextEncoder().encode(line), finished: true })),
      };
    },
  };
  expect(await listApprovals(store, session, ANY)).toEqual({ ok: true, value: [] });
  expect(await listApprovals(journal.store, session, ANY)).toMatchObject({ value: [{ voided: null }] });
});
