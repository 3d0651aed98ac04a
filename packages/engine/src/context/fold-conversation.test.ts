import { parseEntry, type EntryDraft } from '@rook/contract';
import { entryExamples } from '@rook/contract/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { readJournal } from '../journal/read-journal.ts';
import { createTestJournal, must, session, turnDraft } from '../journal/test-journal.ts';
import { createConversationFold } from './fold-conversation.ts';
import {
  answer,
  begin,
  callDraft,
  conversationOf,
  foldOf,
  messageDraft,
  resultDraft,
  turnId,
  writeEntries,
} from './test-conversation.ts';

it('B-10 folds requests and answers into turns, with calls in their rounds', async () => {
  const { turns, waiting } = await conversationOf([
    ...begin(1),
    answer(1, 1, 'I look.'),
    callDraft(1, 1, 'a'),
    callDraft(1, 1, 'b'),
    resultDraft(1, 'b', { lines: 2 }),
    resultDraft(1, 'a'),
    answer(1, 2, 'Done.'),
    turnDraft(1),
    messageDraft(2),
  ]);
  expect(turns).toMatchObject([
    {
      id: 't0001',
      status: 'completed',
      message: { text: 'question 1' },
      rounds: [
        {
          text: 'I look.',
          calls: [
            { id: 'a', reply: 'content of a', failed: false },
            { id: 'b', reply: '{"lines":2}' },
          ],
        },
        { text: 'Done.', calls: [] },
      ],
    },
  ]);
  expect(waiting.map(({ text }) => text)).toEqual(['question 2']);
});

const failed = (reply: object): EntryDraft => ({
  event_type: 'tool_call',
  turn_id: turnId(1),
  tool: { name: 'read_file', input: {} },
  result: { ok: false, error: 'It is not there.', ...reply },
  timing_ms: 1,
  tool_use_id: 'a',
});

it('tells the model of a failed call what it was told, and of a refused one why', async () => {
  const refused: EntryDraft = {
    event_type: 'tool_call_refused',
    turn_id: turnId(1),
    tool_use_id: 'a',
    rule: 'mode',
    error: { code: 'approval_needed', kind: 'denied', message: 'Nobody said yes.', retryable: true },
  };
  const cases: readonly [readonly EntryDraft[], string][] = [
    [[refused], 'Nobody said yes.'],
    [[failed({})], 'It is not there.'],
    [[refused, failed({ reply: 'told' })], 'told'],
  ];
  for (const [drafts, reply] of cases) {
    const { turns } = await conversationOf([...begin(1), callDraft(1, 1, 'a'), ...drafts]);
    expect(turns[0]?.rounds[0]?.calls).toMatchObject([{ reply, failed: true }]);
  }
});

const steer = (number: number) => messageDraft(number, { steers: turnId(1) });

it('puts what was said to a running turn behind the answer that did not know of it', async () => {
  const reserved: EntryDraft = {
    event_type: 'budget_reserved',
    reservation_id: 'r',
    turn_id: turnId(1),
    model: 'm',
    amount_usd: null,
  };
  const { turns, waiting } = await conversationOf([
    ...begin(1),
    reserved,
    steer(2),
    answer(1, 1, 'one'),
    callDraft(1, 1, 'a'),
    steer(3),
    resultDraft(1, 'a'),
    reserved,
    steer(4),
    answer(1, 2, 'two'),
    turnDraft(1),
    steer(5),
  ]);
  const said = turns[0]?.rounds.map(({ steering }) => steering.map(({ text }) => text));
  expect(said).toEqual([['question 2', 'question 3'], ['question 4']]);
  expect(waiting.map(({ text }) => text)).toEqual(['question 5']);
});

it('finds the turn that a dead process left, and which of its calls may have acted', async () => {
  const fold = await foldOf([
    ...begin(1),
    turnDraft(1),
    ...begin(2),
    answer(2, 1, 'I look.'),
    callDraft(2, 1, 'a'),
    callDraft(2, 1, 'b'),
    callDraft(2, 1, 'c'),
    { event_type: 'tool_call_allowed', turn_id: turnId(2), tool_use_id: 'b', effect: 'read', by: 'mode' },
    resultDraft(2, 'a'),
  ]);
  expect(fold.openTurns()).toMatchObject([
    {
      turn: { id: 't0002', status: 'running' },
      calls: [
        { id: 'b', isBegun: true },
        { id: 'c', isBegun: false },
      ],
    },
  ]);
});

it('continues nothing that came with an import', async () => {
  const fold = createConversationFold();
  const entries = await writeEntries([
    { event_type: 'prompt_pinned', sha256: 'a'.repeat(64), text: 'Obey.' },
    ...begin(1),
    callDraft(1, 1, 'a'),
    messageDraft(2),
  ]);
  for (const entry of entries) fold.add(parseEntry({ ...entry, imported: true }));
  expect(fold.pinnedPrompt()).toBeNull();
  expect(fold.openTurns()).toEqual([]);
  expect(fold.conversation()).toMatchObject({ turns: [{ status: 'crashed' }], waiting: [] });
  const own = await writeEntries([{ event_type: 'prompt_pinned', sha256: 'b'.repeat(64), text: 'Help.' }]);
  for (const entry of own) fold.add(parseEntry(entry));
  expect(fold.pinnedPrompt()).toEqual({ sha256: 'b'.repeat(64), text: 'Help.' });
});

it('reads a journal of the first kind, which has turns and calls alone', async () => {
  const call: EntryDraft = {
    event_type: 'tool_call',
    turn_id: turnId(1),
    tool: { name: 'read_file', input: {} },
    result: { ok: true, reply: 'content' },
    timing_ms: 1,
  };
  const { turns } = await conversationOf([call, turnDraft(1, 'hello'), turnDraft(2, 'again')]);
  expect(turns).toMatchObject([
    {
      message: { text: 'hello' },
      status: 'completed',
      rounds: [{ calls: [{ id: 'call-1' }] }, { text: 'answer to hello' }],
    },
    { message: { text: 'again' }, rounds: [{ text: 'answer to again' }] },
  ]);
});

it('says of a field that was cut that it goes on', async () => {
  const cut = { truncated: true, byte_len: 9_000_000, sha256: 'x', preview: 'The beginning' } as const;
  const { turns } = await conversationOf([
    ...begin(1),
    { ...messageDraft(1), text: cut },
    answer(1, 1, ''),
    resultDraft(1, 'a', cut),
  ]);
  expect(turns[0]?.rounds[0]?.calls[0]?.reply).toBe(
    'The beginning\n[Cut here: this is the beginning of 9000000 bytes.]',
  );
});

it('folds a value that is nested too deep to be written again', async () => {
  const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
  const fold = createConversationFold();
  const [call, result] = await writeEntries([callDraft(1, 1, 'a'), resultDraft(1, 'a')]);
  fold.add(parseEntry({ ...call, tool: { name: 'read_file', input: deep } }));
  fold.add(parseEntry({ ...result, result: { ok: true, reply: deep } }));
  const [turn] = fold.conversation().turns;
  expect(JSON.stringify(turn)).toContain('nested too deep');
});

it('takes the same message and the same call once', async () => {
  const message = messageDraft(1);
  const { turns, waiting } = await conversationOf([
    message,
    message,
    { event_type: 'turn_started', turn_id: turnId(1), message_id: message.message_id },
    { event_type: 'turn_started', turn_id: turnId(1), message_id: message.message_id },
    message,
    callDraft(1, 1, 'a'),
    callDraft(1, 1, 'a'),
    resultDraft(1, 'a', 'first'),
    resultDraft(1, 'a', 'second'),
    callDraft(1, 2, 'a'),
  ]);
  expect(waiting).toEqual([]);
  expect(turns).toHaveLength(1);
  expect(turns[0]?.rounds.map(({ calls }) => calls.map(({ reply }) => reply))).toEqual([['first'], [null]]);
});

it('keeps a turn the same object until an entry changes it', async () => {
  const fold = await foldOf([...begin(1), answer(1, 1, 'x'), turnDraft(1), ...begin(2)]);
  const [first, second] = fold.conversation().turns;
  for (const entry of await writeEntries([answer(2, 1, 'y')])) fold.add(parseEntry(entry));
  expect(fold.conversation().turns[0]).toBe(first);
  expect(fold.conversation().turns[1]).not.toBe(second);
  expect(second?.rounds).toEqual([]);
});

const someDrafts = fc.array(
  fc.oneof(
    fc.constantFrom(...entryExamples),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
      .chain(([turn, round]) =>
        fc.constantFrom(
          ...begin(turn),
          messageDraft(turn, { steers: turnId(round) }),
          answer(turn, round, `text ${round}`),
          callDraft(turn, round, `c${round}`),
          resultDraft(turn, `c${round}`),
          turnDraft(turn),
        ),
      ),
  ),
  { maxLength: 30 },
);

it('folds any entries in any order without a throw, alike live and from the file', async () => {
  const property = fc.asyncProperty(someDrafts, fc.boolean(), async (drafts, imported) => {
    const test = createTestJournal();
    const live = createConversationFold();
    const journal = await test.open({
      written: (entries) => {
        for (const entry of entries) {
          live.add(parseEntry(entry));
          live.conversation();
          live.openTurns();
        }
      },
    });
    for (const draft of drafts) must(await journal.append([draft]));
    const loaded = createConversationFold();
    const foreign = createConversationFold();
    for await (const batch of readJournal(test.store, session))
      for (const { read } of must(batch)) {
        loaded.add(read);
        if (imported && read.kind === 'known') foreign.add(parseEntry({ ...read.entry, imported: true }));
      }
    expect(loaded.conversation()).toEqual(live.conversation());
    expect(loaded.openTurns()).toEqual(live.openTurns());
    expect(foreign.openTurns()).toEqual([]);
  });
  await expect(fc.assert(property, { numRuns: 60 })).resolves.toBeUndefined();
});
