import { parseEntry, type EntryBase, type EntryDraft } from '@rook/contract';
import { expect, it } from 'vitest';

import { actionIdAfter, createMessageId, turnIdAfter } from './create-ids.ts';
import { createSessionFold, type SessionFold } from './fold-session.ts';
import { createTestJournal, must, session, startDraft, turnDraft } from './test-journal.ts';

/** Entries as a journal writes them, so that a test can make many more alike. */
async function writtenEntries(drafts: readonly EntryDraft[]): Promise<readonly EntryBase[]> {
  const journal = await createTestJournal().open();
  return must(await journal.append([startDraft, ...drafts])).slice(-drafts.length);
}

function fileShown(turn: number): EntryDraft {
  const hashes = { sha256: '0'.repeat(64), md5: '1'.repeat(32) };
  return {
    event_type: 'file_shown',
    turn_id: turnIdAfter(turn - 1),
    path: 'a.ts',
    ...hashes,
    size: 3,
    whole: true,
    by: 'user',
  };
}

async function foldOf(drafts: readonly EntryDraft[]): Promise<SessionFold> {
  const fold = createSessionFold(session);
  for (const entry of await writtenEntries(drafts)) fold.add(parseEntry(entry));
  return fold;
}

it('takes as long for the last of many turns as for the first', async () => {
  const bug = { event_type: 'bug_recorded', type: 'Other', by: 'user', description: 'd' } as const;
  const [id, first] = [createMessageId(new Date(0)), turnIdAfter(0)];
  const entries = await writtenEntries([
    { event_type: 'message_admitted', message_id: id, text: 'question' },
    { event_type: 'turn_started', turn_id: first, message_id: id },
    { ...bug, turn_id: first },
    turnDraft(1),
    { event_type: 'action', action_id: actionIdAfter(0), turn_id: first, title: 'x', status: 'open' },
  ]);
  const reads = entries.map((entry) => parseEntry(entry));
  const turns = 100_000;
  const fold = createSessionFold(session);
  for (let turn = 1; turn <= turns; turn += 1) {
    const number = String(turn).padStart(4, '0');
    for (const read of reads) {
      if (read.kind !== 'known') throw new Error('not an entry of this version');
      const entry = { ...read.entry };
      if ('turn_id' in entry) Reflect.set(entry, 'turn_id', `t${number}`);
      if ('action_id' in entry) Reflect.set(entry, 'action_id', `a${number}`);
      fold.add({ kind: 'known', entry });
    }
  }
  const { pairs, bugs, actions } = fold.document();
  expect([pairs.length, bugs.length, actions.length]).toEqual([turns, turns, turns]);
  expect(pairs.at(-1)).toMatchObject({ turnId: 't100000', response: { status: 'completed' } });
  expect(bugs.at(-1)).toMatchObject({ pairIndex: turns - 1 });
});

it('gives a message that came before a turn without one to no later turn', async () => {
  const [id, other] = [createMessageId(new Date(1)), createMessageId(new Date(2))];
  const fold = await foldOf([
    { event_type: 'message_admitted', message_id: id, text: 'left waiting' },
    turnDraft(1),
    { event_type: 'message_admitted', message_id: other, text: 'taken' },
    { event_type: 'turn_started', turn_id: turnIdAfter(1), message_id: other },
    { event_type: 'turn_started', turn_id: turnIdAfter(2), message_id: other },
  ]);
  const { pairs } = fold.document();
  expect(pairs.map(({ turnId }) => turnId)).toEqual([undefined, 't0001', 't0002']);
});

it('keeps no list of files for a turn that cannot be', async () => {
  const fold = await foldOf([fileShown(1), turnDraft(1), fileShown(2), fileShown(999_999_999)]);
  const { pairFileHistory, fileRegistry } = fold.document();
  expect(pairFileHistory.map((operations) => operations.length)).toEqual([1, 1]);
  expect(fileRegistry['a.ts']).toMatchObject({ lastSeenTurn: 999_999_999 });
});

it.each([11, 400])('folds an entry whose turn has %d digits as one that it does not know', async (digits) => {
  const [entry] = await writtenEntries([fileShown(1)]);
  const fold = createSessionFold(session);
  fold.add(parseEntry({ ...entry, turn_id: `t${'9'.repeat(digits)}` }));
  expect(fold.document()).toMatchObject({ entries: 1, pairFileHistory: [], fileRegistry: {} });
});

it('gives a turn the message that it names, also when an earlier one still waits', async () => {
  const [first, second] = [createMessageId(new Date(1)), createMessageId(new Date(2))];
  const fold = await foldOf([
    { event_type: 'message_admitted', message_id: first, text: 'first' },
    { event_type: 'message_admitted', message_id: second, text: 'second' },
    { event_type: 'turn_started', turn_id: turnIdAfter(0), message_id: second },
    { event_type: 'turn_started', turn_id: turnIdAfter(1), message_id: first },
  ]);
  expect(fold.document().pairs).toMatchObject([
    { turnId: 't0002', request: { text: 'first', status: 'running' } },
    { turnId: 't0001', request: { text: 'second', status: 'running' } },
  ]);
});

it('counts what a turn cost once, whether its answers say it or the turn alone', async () => {
  const usage = { input_tokens: 10, output_tokens: 5, cost_usd: 0.25 };
  const id = createMessageId(new Date(1));
  const fold = await foldOf([
    { event_type: 'message_admitted', message_id: id, text: 'first' },
    { event_type: 'turn_started', turn_id: turnIdAfter(0), message_id: id },
    {
      event_type: 'answer_received',
      turn_id: turnIdAfter(0),
      round: 1,
      model: 'm',
      text: 'raw',
      finish_reason: 'stop',
      usage,
    },
    ...[1, 2].map((turn): EntryDraft => ({
      event_type: 'turn',
      turn_id: turnIdAfter(turn - 1),
      user: { text: 'question' },
      assistant: { text: 'answer' },
      tool_call_count: 0,
      usage,
    })),
  ]);
  expect(fold.document().usage).toEqual({ input_tokens: 20, output_tokens: 10, cost_usd: 0.5 });
});
