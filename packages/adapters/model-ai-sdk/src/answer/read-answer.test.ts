import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { ModelEvent } from '@rook/engine';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createCharacterJoiner } from './join-characters.ts';
import { createAnswerReader } from './read-answer.ts';
import { readUsage } from './read-usage.ts';

const usage = (
  input: readonly (number | undefined)[],
  output: readonly (number | undefined)[],
): LanguageModelV4Usage => ({
  inputTokens: { total: input[0], noCache: input[1], cacheRead: input[2], cacheWrite: input[3] },
  outputTokens: { total: output[0], text: undefined, reasoning: output[1] },
});
const silent = usage([], []);
const finish = (unified: 'stop' | 'other' | 'error', raw?: string): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw },
  usage: silent,
});

function readAll(parts: readonly LanguageModelV4StreamPart[]): ModelEvent[] {
  const reader = createAnswerReader(null);
  return parts.flatMap((part) => reader.read(part));
}

it.each([
  ['all of it', usage([150, 100, 40, 10], [30, 5]), [100, 40, 10, 30, 5]],
  ['nothing', silent, [null, null, null, null, null]],
  ['zeros in place of nothing', usage([0, 0, 0, 0], [0, 0]), [null, null, null, null, null]],
  ['only the output', usage([0, 0, 0, undefined], [7, 0]), [null, null, null, 7, 0]],
  ['less than nothing', usage([5, -3, 8, undefined], [-1, -1]), [null, 8, null, null, null]],
  [
    'no numbers',
    usage([Number.NaN, Number.NaN, 4, undefined], [Number.POSITIVE_INFINITY, 0.5]),
    [null, 4, null, null, null],
  ],
  ['everything from the cache', usage([40, 0, 40, undefined], [3, undefined]), [0, 40, null, 3, null]],
])(
  'C-22 counts of a provider that says %s',
  (_what, given, [input, cacheRead, cacheWrite, output, reasoning]) => {
    expect(readUsage(given)).toEqual({ input, cacheRead, cacheWrite, output, reasoning });
  },
);

it('C-21 an end for which the provider has no word is a cut', () => {
  expect(readAll([finish('other')])).toMatchObject([
    { kind: 'finished', reason: 'cut', providerReason: null },
  ]);
  expect(readAll([finish('other', 'pause_turn')])).toMatchObject([
    { reason: 'other', providerReason: 'pause_turn' },
  ]);
  expect(readAll([finish('error', 'MALFORMED_FUNCTION_CALL')])).toMatchObject([{ reason: 'other' }]);
});

it('C-21 a stream that only ends is a cut', () => {
  const reader = createAnswerReader(null);
  expect(reader.read({ type: 'text-delta', id: '1', delta: 'Half' })).toHaveLength(1);
  expect(reader.end()).toMatchObject([{ kind: 'finished', reason: 'cut' }]);
  expect(reader.spent).toBeNull();
});

it('C-23 a thought is whole, with its seal from wherever it stood', () => {
  const events = readAll([
    { type: 'reasoning-start', id: '1', providerMetadata: { openai: { itemId: 'r1', secret: null } } },
    { type: 'reasoning-delta', id: '1', delta: 'Hm' },
    { type: 'reasoning-delta', id: '1', delta: '', providerMetadata: { openai: { secret: 'x' } } },
    { type: 'reasoning-end', id: '1', providerMetadata: { openai: { itemId: 'r1', secret: null } } },
    { type: 'reasoning-start', id: '2' },
    { type: 'reasoning-delta', id: '2', delta: 'never ended' },
    finish('stop'),
  ]);
  expect(events).toMatchObject([
    { kind: 'thinking', text: 'Hm' },
    { kind: 'thought', part: { text: 'Hm', seal: '{"openai":{"itemId":"r1","secret":"x"}}' } },
    { kind: 'thinking', text: 'never ended' },
    { kind: 'thought', part: { text: 'never ended' } },
    { kind: 'finished' },
  ]);
});

it('C-23 a call that comes at once is told as one in pieces', () => {
  const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'read', input: '{"a":1}' };
  expect(readAll([call])).toEqual([
    { kind: 'tool_call_begun', id: 'c', name: 'read' },
    { kind: 'tool_call_piece', id: 'c', text: '{"a":1}' },
    {
      kind: 'tool_call',
      text: '{"a":1}',
      part: { kind: 'tool_call', id: 'c', name: 'read', input: { a: 1 } },
    },
  ]);
  expect(readAll([{ ...call, providerExecuted: true }])).toEqual([]);
});

it('C-23 an answer that has to be turned back comes whole, and until then it is said that it goes on', () => {
  const reader = createAnswerReader((text) => text.toUpperCase());
  const parts: LanguageModelV4StreamPart[] = ['a', 'b'].map((delta) => ({
    type: 'text-delta',
    id: '1',
    delta,
  }));
  expect([...parts, finish('stop')].flatMap((part) => reader.read(part))).toMatchObject([
    { kind: 'working' },
    { kind: 'working' },
    { kind: 'text', text: 'AB' },
    { kind: 'finished' },
  ]);
});

it('C-23 pieces of any text make up the text, and no piece ends in half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 3 }), (text, length) => {
      const joiner = createCharacterJoiner();
      const pieces: string[] = [];
      for (let from = 0; from < text.length; from += length)
        pieces.push(joiner.join(text.slice(from, from + length)));
      pieces.push(joiner.rest());
      expect(pieces.join('')).toBe(text);
      expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    }),
  );
});
