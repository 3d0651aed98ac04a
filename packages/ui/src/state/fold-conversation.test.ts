import { entryExamples } from '@rook/contract/testing';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  askingTurn,
  batchTurn,
  messageId,
  plainTurn,
  structuredTurn,
  truncatedTurn,
  turnId,
  writeEntries,
  type SampleDraft,
} from '../../test/sample-entries.ts';
import { emptyConversation, type Conversation, type TurnView } from './conversation.ts';
import { foldEntries } from './fold-conversation.ts';
import { joinConversations } from './join-conversations.ts';

function fold(drafts: readonly SampleDraft[]): Conversation {
  return foldEntries(emptyConversation(), writeEntries(drafts));
}

function onlyTurn(drafts: readonly SampleDraft[]): TurnView {
  const [turn] = fold(drafts).turns;
  if (turn === undefined) throw new Error('There is no turn.');
  return turn;
}

const kinds = [plainTurn, askingTurn, structuredTurn, truncatedTurn, batchTurn];

/** Several turns one after the other, each as a list of its own. */
const sessions = fc
  .array(fc.nat({ max: kinds.length - 1 }), { minLength: 1, maxLength: 6 })
  .map((picks) => picks.map((pick, index) => kinds[pick]?.(index + 1) ?? []));

it('Q-06 folds to the same in whatever batches the entries come', () => {
  fc.assert(
    fc.property(sessions, fc.array(fc.nat({ max: 8 }), { maxLength: 40 }), (turns, sizes) => {
      const entries = writeEntries(turns.flat());
      let conversation = emptyConversation();
      const rest = [...entries];
      for (const size of sizes) conversation = foldEntries(conversation, rest.splice(0, size));
      expect(foldEntries(conversation, rest)).toEqual(foldEntries(emptyConversation(), entries));
    }),
  );
});

it('Q-06 an older page before a newer one is the same as all of it at once', () => {
  fc.assert(
    fc.property(sessions, fc.nat({ max: 6 }), (turns, cut) => {
      const entries = writeEntries(turns.flat());
      const length = turns.slice(0, cut).flat().length;
      const older = foldEntries(emptyConversation(), entries.slice(0, length));
      const newer = foldEntries(emptyConversation(), entries.slice(length));
      expect(joinConversations(older, newer)).toEqual(foldEntries(emptyConversation(), entries));
    }),
  );
});

it('Q-06 a message that waited in the older page gives its turn its question and its place', () => {
  const [second, ...rest] = plainTurn(2);
  const first = plainTurn(1);
  if (second === undefined) throw new Error('There is no message.');
  const drafts = [...first.slice(0, 3), second, ...first.slice(3), ...rest];
  const entries = writeEntries(drafts);
  const length = first.length + 1;
  const joined = joinConversations(
    foldEntries(emptyConversation(), entries.slice(0, length)),
    foldEntries(emptyConversation(), entries.slice(length)),
  );
  expect(joined).toEqual(fold(drafts));
  expect(joined.turns.map(({ question }) => question?.text)).toEqual(['Question 1', 'Question 2']);
});

it('Q-06 an answer to a question of an older page closes it there', () => {
  const answered: SampleDraft = {
    event_type: 'approval_answered',
    approval_id: 'ap-1',
    answer: 'no',
    scope: 'once',
    by: 'user',
  };
  const entries = writeEntries([...askingTurn(1), ...plainTurn(2), answered]);
  const cut = askingTurn(1).length;
  const newer = foldEntries(emptyConversation(), entries.slice(cut));
  expect(newer.strayEnds).toHaveLength(1);
  const joined = joinConversations(foldEntries(emptyConversation(), entries.slice(0, cut)), newer);
  expect(joined).toEqual(foldEntries(emptyConversation(), entries));
  expect(joined.turns[0]).toMatchObject({ status: 'running', approvals: [{ state: 'answered' }] });
});

it('Q-06 an entry changes the object of its own turn and of no other', () => {
  const entries = writeEntries([...plainTurn(1), ...plainTurn(2)]);
  const before = foldEntries(emptyConversation(), entries.slice(0, -1));
  const after = foldEntries(before, entries);
  expect(after.turns[0]).toBe(before.turns[0]);
  expect(after.turns[1]).not.toBe(before.turns[1]);
  expect(foldEntries(after, entries)).toBe(after);
});

it('Q-06 counts what it does not know and never throws', () => {
  const drafts = [
    { event_type: 'dream_had', about: 'sheep' },
    { event_type: 'turn', turn_id: 7 },
    ...entryExamples,
    { event_type: 'tool_call_requested', turn_id: 't0001', tool: null },
  ];
  const known = fold(entryExamples);
  expect(known.unknown).toBe(0);
  expect(fold(drafts).unknown).toBe(3);
  fc.assert(
    fc.property(fc.shuffledSubarray([...drafts]), (some) => {
      expect(fold(some).lastSeq).toBe(some.length - 1);
    }),
  );
});

it('B-21 B-22 each answer of a turn stands for itself, and none is overwritten', () => {
  const { rounds } = onlyTurn(plainTurn(1, 'The end.'));
  expect(rounds.map(({ text }) => text.text)).toEqual(['I look at the file.', 'The end.']);
});

it('B-23 a result that nothing announced becomes an activity of its own', () => {
  const result: SampleDraft = {
    event_type: 'tool_call',
    turn_id: turnId(1),
    tool: { name: 'read_file', input: { path: 'a.ts' } },
    result: { ok: true, reply: 'x' },
    timing_ms: 3,
    tool_use_id: 'lost',
  };
  expect(onlyTurn([result])).toMatchObject({
    status: 'running',
    activities: [{ id: 'lost', hasStart: false, state: 'done', verb: 'read', object: 'a.ts' }],
  });
});

function nestedCall(id: string, parent?: string): SampleDraft {
  return {
    event_type: 'tool_call_requested',
    turn_id: turnId(1),
    tool_use_id: id,
    tool: { name: 'read_file', input: {} },
    round: 1,
    ...(parent === undefined ? {} : { parent_tool_use_id: parent }),
  };
}

it('B-24 nests calls by the call that they are a part of', () => {
  const { activities } = onlyTurn([
    nestedCall('a'),
    nestedCall('b', 'a'),
    nestedCall('c', 'b'),
    nestedCall('d'),
    nestedCall('e', 'lost'),
  ]);
  expect(activities.map(({ depth }) => depth)).toEqual([0, 1, 2, 0, 0]);
});

it.each([
  ['denied', 'refused'],
  ['invalid', 'erred'],
  ['error', 'failed'],
] as const)('Q-07 tells a call that ended as %s from the others: %s', (kind, state) => {
  const refused: SampleDraft = {
    event_type: 'tool_call_refused',
    turn_id: turnId(1),
    tool_use_id: 'call-1',
    rule: 'mode',
    error: { code: 'mode_forbids', kind, message: 'No.', retryable: false },
  };
  const end: SampleDraft = {
    event_type: 'tool_call',
    turn_id: turnId(1),
    tool: { name: 'edit', input: {} },
    result: { ok: false, reply: '{"error":"No."}', error: 'No.' },
    timing_ms: 0,
    tool_use_id: 'call-1',
  };
  const drafts = [...plainTurn(1).slice(0, 4), refused, end];
  expect(onlyTurn(drafts).activities).toMatchObject([{ state, failure: { message: 'No.' } }]);
});

it('Q-07 a turn asks until its question is answered, and then runs on', () => {
  expect(onlyTurn(askingTurn(1)).status).toBe('asks');
  const answered: SampleDraft = {
    event_type: 'approval_answered',
    approval_id: 'ap-1',
    answer: 'yes',
    scope: 'once',
    by: 'user',
  };
  const turn = onlyTurn([...askingTurn(1), answered, { ...answered, answer: 'no' }]);
  expect(turn).toMatchObject({
    status: 'running',
    approvals: [{ state: 'answered', answer: { answer: 'yes' } }],
  });
});

it('A-25 the end of a turn keeps everything that was shown, and closes what was open', () => {
  const end: SampleDraft = {
    event_type: 'turn',
    turn_id: turnId(1),
    user: { text: 'x' },
    assistant: { text: '' },
    tool_call_count: 0,
    status: 'crashed',
  };
  expect(onlyTurn([...askingTurn(1), end])).toMatchObject({
    status: 'crashed',
    question: { text: 'Add type hints to greet' },
    rounds: [{ text: { text: 'I add the hints.' } }],
    activities: [{ state: 'left' }],
    approvals: [{ state: 'voided', voided: 'The turn is over.' }],
  });
});

it('A-13 reads every field of a structured reply, and of a label only its words', () => {
  const [round] = onlyTurn(structuredTurn(1)).rounds;
  expect(round?.reply).toMatchObject({
    isComplete: true,
    sections: [{ heading: 'What changed' }],
    commands: [{ command: 'npm test', description: 'Runs the tests' }, { command: 'npm run lint' }],
    files: ['src/greet.ts'],
  });
  expect(round?.reply?.nextSteps[0]).toEqual({ label: 'Step 1', text: 'do step 1' });
});

it('G-13 knows of a batch what ran, what the model said and what is left', () => {
  expect(onlyTurn(batchTurn(1)).batches).toMatchObject([
    {
      steps: [{ command: 'c-1-1' }, { command: 'c-1-2' }],
      verdicts: [{ after: 1, decision: 'continue' }],
      end: { by: 'failed', succeeded: 1, failed: 1, left: ['npm run lint'] },
    },
  ]);
});

it('Q-07 what was said to a turn that ended before it listened gets a turn of its own', () => {
  const said: SampleDraft = {
    event_type: 'message_admitted',
    message_id: messageId(9),
    text: 'And the tests',
    steers: turnId(1),
  };
  const [end, ...before] = plainTurn(1).toReversed();
  if (end === undefined) throw new Error('There is no end.');
  const steered = [...before.toReversed(), said, end];
  expect(onlyTurn(steered).steering).toMatchObject([{ text: { text: 'And the tests' } }]);
  const begun: SampleDraft = { event_type: 'turn_started', turn_id: turnId(2), message_id: messageId(9) };
  expect(fold([...steered, begun]).turns).toMatchObject([
    { steering: [] },
    { question: { text: 'And the tests' }, status: 'running' },
  ]);
});

it('Q-06 shows of a field that was cut its beginning and where the whole is', () => {
  const cut = { truncated: true, byte_len: 6_000_000, sha256: '0'.repeat(64), preview: 'It begins' };
  const [first, ...rest] = plainTurn(1);
  const turn = onlyTurn([{ ...first, event_type: 'message_admitted', text: cut }, ...rest]);
  expect(turn.question).toEqual({
    text: 'It begins',
    cut: { hash: `sha256:${'0'.repeat(64)}`, bytes: 6_000_000 },
  });
});

it.each([
  ['it is a loop. Allow execute_command?', 'It is a loop. Allow execute_command?'],
  ['src/greet.ts would be changed. Allow edit?', 'src/greet.ts would be changed. Allow edit?'],
  ['edit asks. Allow it?', 'edit asks. Allow it?'],
  ['make runs code. Allow it?', 'make runs code. Allow it?'],
  ['scripts is protected. Allow it?', 'scripts is protected. Allow it?'],
])('H-24 the question %j is shown as %j', (question, shown) => {
  const drafts = askingTurn(1).map((draft): SampleDraft =>
    draft.event_type === 'approval_requested'
      ? Object.assign({}, draft, { question, paths: ['scripts'], command: 'make all' })
      : draft,
  );
  expect(onlyTurn(drafts).approvals[0]?.question).toBe(shown);
});

it('B-27 a message that was taken up late stands behind the turns that ran before it, also where it is read in parts', () => {
  const waited: SampleDraft = { event_type: 'message_admitted', message_id: messageId(8), text: 'Wait' };
  const begun: SampleDraft = { event_type: 'turn_started', turn_id: turnId(3), message_id: messageId(8) };
  const drafts = [...plainTurn(1), waited, ...plainTurn(2), begun];
  const entries = writeEntries(drafts);
  const whole = foldEntries(emptyConversation(), entries);
  expect(whole.turns.map(({ id }) => id)).toEqual([turnId(1), turnId(2), turnId(3)]);
  expect(whole.turns.at(-1)).toMatchObject({ key: messageId(8), question: { text: 'Wait' } });
  for (let cut = 1; cut < entries.length; cut += 1) {
    const older = foldEntries(emptyConversation(), entries.slice(0, cut));
    const stepwise = foldEntries(older, entries.slice(cut));
    expect(stepwise.turns).toEqual(whole.turns);
    const newer = foldEntries(emptyConversation(), entries.slice(cut));
    expect(joinConversations(older, newer).turns.at(-1)).toEqual(whole.turns.at(-1));
  }
});

const outside = (id: string): readonly SampleDraft[] => [
  { event_type: 'command_started', command_id: id, command: `echo ${id}`, cwd: '.' },
  {
    event_type: 'command_ended',
    command_id: id,
    exit_code: 0,
    signal: null,
    timed_out: false,
    output: 'printed',
    timing_ms: 5,
  },
];

it('G-09 knows the commands that no turn asked for, also when they are read in two pages', () => {
  const entries = writeEntries([...plainTurn(1), ...outside('c-8'), ...outside('c-9')]);
  const whole = foldEntries(emptyConversation(), entries);
  expect(whole.commands).toMatchObject([
    { command: { text: 'echo c-8' }, end: { exitCode: 0, output: { text: 'printed' } } },
    { command: { text: 'echo c-9' }, end: { exitCode: 0 } },
  ]);
  for (const cut of entries.keys()) {
    const older = foldEntries(emptyConversation(), entries.slice(0, cut));
    const newer = foldEntries(emptyConversation(), entries.slice(cut));
    expect(joinConversations(older, newer).commands).toEqual(whole.commands);
  }
});

it('N-11 takes the mode that was chosen for the session, not that of the settings in each line', () => {
  const chosen: SampleDraft = { event_type: 'session_changed', settings: { mode: 'safe' } };
  expect(fold([chosen, ...plainTurn(1)]).mode).toBe('safe');
  expect(fold(plainTurn(1)).mode).toBe(null);
});
