import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { must } from '../journal/test-journal.ts';
import { estimateRequest } from '../models/estimate-request.ts';
import type { ModelMessage } from '../ports/model.ts';
import { buildRequest, type RequestParts } from './build-request.ts';
import type { ConversationTurn } from './conversation.ts';
import { doneCall, talk } from './test-conversation.ts';
import { userMessage } from './turn-messages.ts';

const tool = { name: 'read_file', description: 'Reads a file.', input: { type: 'object' } };

function partsOf(turns: readonly ConversationTurn[], fields: Partial<RequestParts> = {}): RequestParts {
  const current = { message: userMessage({ text: 'and now?' }), rounds: [] };
  return {
    system: 'Be kind.',
    blocks: '<context/>',
    turns,
    current,
    tools: [tool],
    maxInputTokens: 50_000,
    ...fields,
  };
}

function messagesOf(
  turns: readonly ConversationTurn[],
  fields: Partial<RequestParts> = {},
): readonly ModelMessage[] {
  return must(buildRequest(partsOf(turns, fields))).request.messages;
}

function outline(messages: readonly ModelMessage[]): readonly string[] {
  return messages.map((message) =>
    message.role === 'tool'
      ? `tool: ${message.results.map(({ id, text }) => `${id}=${text}`).join(' | ')}`
      : `${message.role}: ${message.parts.map((part) => ('text' in part ? part.text : part.kind === 'tool_call' ? `call ${part.id}` : part.kind)).join(' | ')}`,
  );
}

it('B-10 maps requests to user messages and answers to assistant messages, the blocks before the newest', () => {
  expect(outline(messagesOf([talk(1), talk(2)]))).toEqual([
    'user: question 1',
    'assistant: answer 1',
    'user: question 2',
    'assistant: answer 2',
    'user: <context/> | and now?',
  ]);
});

it('B-02 B-30 keeps the text of a round with its calls, and their results behind it', () => {
  const rounds = [
    { text: 'I look.', calls: [doneCall('a'), doneCall('b')], steering: [talk(9).message] },
    { text: '', calls: [doneCall('c', '')], steering: [] },
    { text: ' \n', calls: [], steering: [] },
    { text: 'Done.', calls: [], steering: [] },
  ];
  expect(outline(messagesOf([talk(1, { rounds })]))).toEqual([
    'user: question 1',
    'assistant: I look. | call a | call b',
    'tool: a=content of a | b=content of b',
    'user: question 9',
    'assistant: call c',
    'tool: c=(no output)',
    'assistant: Done.',
    'user: <context/> | and now?',
  ]);
});

it('keeps the rounds of the running turn as they are, with their seals', () => {
  const rounds: readonly ModelMessage[] = [
    {
      role: 'assistant',
      parts: [
        { kind: 'thinking', text: 'hm', seal: '{"a":1}' },
        { kind: 'tool_call', id: 'x', name: 'read_file', input: {}, seal: '{}' },
      ],
    },
    { role: 'tool', results: [{ id: 'x', name: 'read_file', text: 'y', failed: false }] },
  ];
  const current = { message: userMessage({ text: 'go' }), rounds };
  expect(messagesOf([], { current }).slice(1)).toEqual(rounds);
});

it('B-05 says honestly that a call has no result, and how a turn ended', () => {
  const rounds = [{ text: '', calls: [doneCall('a', null)], steering: [] }];
  const messages = messagesOf([
    talk(1, { rounds, status: 'crashed' }),
    talk(2, { rounds: [], status: 'cancelled' }),
  ]);
  expect(outline(messages)).toEqual([
    'user: question 1',
    'assistant: call a',
    'tool: a=No result: the process ended before the call did, and whether it took effect is not known.',
    'user: [The process ended during this turn, before it was done.] | question 2 | [The person cancelled this turn before it was done.] | <context/> | and now?',
  ]);
});

it('B-05 gives every call exactly one result, in call order, and no two calls the same id', () => {
  const call = fc.record({
    id: fc.constantFrom('call-1', 'call-2', 'a', 'long'.repeat(20)),
    name: fc.constant('read_file'),
    input: fc.jsonValue(),
    reply: fc.option(fc.string()),
    failed: fc.boolean(),
  });
  const round = fc.record({
    text: fc.string(),
    calls: fc.uniqueArray(call, { selector: ({ id }) => id, maxLength: 3 }),
    steering: fc.constantFrom([], [talk(7).message]),
  });
  const status = fc.constantFrom(
    'completed' as const,
    'cancelled' as const,
    'failed' as const,
    'crashed' as const,
  );
  const turns = fc.array(
    fc
      .tuple(fc.array(round, { maxLength: 3 }), status)
      .map(([rounds, ended]) => talk(1, { rounds, status: ended })),
    { maxLength: 5 },
  );
  const property = fc.property(turns, fc.integer({ min: 900, max: 4000 }), (older, maxInputTokens) => {
    const messages = messagesOf(older, { maxInputTokens });
    const ids: string[] = [];
    for (const [index, message] of messages.entries()) {
      if (message.role === 'tool') continue;
      expect(message.parts.length).toBeGreaterThan(0);
      expect(message.parts.every((part) => part.kind !== 'text' || part.text.trim() !== '')).toBe(true);
      const called = message.parts.flatMap((part) => (part.kind === 'tool_call' ? [part.id] : []));
      ids.push(...called);
      const next = messages[index + 1];
      expect(next?.role === 'tool' ? next.results.map(({ id }) => id) : []).toEqual(called);
      expect(next?.role === 'user' && message.role === 'user').toBe(false);
    }
    expect(messages[0]?.role).toBe('user');
    expect(new Set(ids).size).toBe(ids.length);
  });
  expect(() => fc.assert(property, { numRuns: 200 })).not.toThrow();
});

const long = (number: number) =>
  talk(number, {
    rounds: [
      { text: '', calls: [doneCall(`c${number}`, 'words and more words '.repeat(200))], steering: [] },
      { text: `answer ${number} ${'so '.repeat(200)}`, calls: [], steering: [] },
    ],
  });

it('D-19 leaves the oldest turns out, shortens those before, and says both', () => {
  const turns = Array.from({ length: 30 }, (_, index) => long(index + 1));
  const built = must(buildRequest(partsOf(turns, { maxInputTokens: 9000 })));
  const kept = built.request.messages.filter(({ role }) => role === 'tool').length;
  expect(built.leftOutTurns).toBeGreaterThan(0);
  expect(built.shortenedTurns).toBeGreaterThan(0);
  expect(kept + built.shortenedTurns + built.leftOutTurns).toBe(30);
  const last = outline(built.request.messages).at(-1) ?? '';
  expect(last).toContain(
    `<left_out_turns>${built.leftOutTurns} older turn(s) of this conversation are left out because there is no room for them. Of ${built.shortenedTurns} older turn(s)`,
  );
  expect(estimateRequest({ ...built.request, maxOutputTokens: 0 }).input).toBeLessThanOrEqual(9000);
  expect(built.estimatedTokens).toBeLessThanOrEqual(9000);
});

it('sends no calls where there are no tools to call', () => {
  const turn = talk(1, { rounds: [{ text: 'I look.', calls: [doneCall('a')], steering: [] }] });
  const built = must(buildRequest(partsOf([turn], { tools: [] })));
  expect(built.request.tools).toBeUndefined();
  expect(built.request.messages.some(({ role }) => role === 'tool')).toBe(false);
  expect(outline(built.request.messages)[2]).toContain(
    '[1 tool call(s) of this turn and their results are left out.]',
  );
});

it.each([
  ['the message and what is attached', { text: 'many words '.repeat(2000) }, []],
  ['what the tools of this turn brought', { text: 'x' }, [toolResult('many words '.repeat(2000))]],
] as const)('says that %s is too large for any request', (what, message, rounds) => {
  const current = { message: userMessage(message), rounds };
  const built = buildRequest(partsOf([talk(1)], { current, maxInputTokens: 3000 }));
  expect(built).toMatchObject({ ok: false, error: { code: 'model_too_long' } });
  expect(built.ok ? '' : built.error.message).toContain(what);
});

function toolResult(text: string): ModelMessage {
  return { role: 'tool', results: [{ id: 'a', name: 'read_file', text, failed: false }] };
}

it('names what was attached to an older message, which the journal does not hold', () => {
  const message = { ...talk(1).message, files: ['a.ts', 'b\n.ts'] };
  expect(outline(messagesOf([talk(1, { message })]))[0]).toBe(
    'user: question 1\n\n[Attached to this message then, and not repeated here: a.ts, b\\u{a}.ts.]',
  );
});

/** An answer with one call, as a model writes it that begins with the same id each time, and its result. */
function countedAnew(text: string): readonly ModelMessage[] {
  return [
    { role: 'assistant', parts: [{ kind: 'tool_call', id: 'call_1', name: 'read_file', input: {} }] },
    { role: 'tool', results: [{ id: 'call_1', name: 'read_file', text, failed: false }] },
  ];
}

it('B-05 tells the calls of the running turn apart too, where a model counts them anew in each answer', () => {
  const current = {
    message: userMessage({ text: 'now' }),
    rounds: [...countedAnew('one'), ...countedAnew('two'), ...countedAnew('three')],
  };
  expect(outline(messagesOf([], { current })).slice(1)).toEqual([
    'assistant: call call_1',
    'tool: call_1=one',
    'assistant: call call_1-2',
    'tool: call_1-2=two',
    'assistant: call call_1-3',
    'tool: call_1-3=three',
  ]);
});
