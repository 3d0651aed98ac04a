import { fail, rookError, succeed, type Result } from '@rook/contract';
import { expect, it } from 'vitest';

import { createFakeSource, type FakeSourceTool } from '../fakes/fake-source.ts';
import type { Source, SourceReply } from '../source.ts';
import { failedCases } from './failed-cases.ts';
import { sourceSuite } from './source-suite.ts';

const tools: readonly FakeSourceTool[] = [
  {
    name: 'echo',
    description: 'Says the text.',
    input: { type: 'object', properties: { text: { type: 'string' } } },
    annotations: { readOnlyHint: true, destructiveHint: false },
    answer: ({ text }) => ({ text: String(text), failed: false }),
  },
  { name: 'fail', answer: () => ({ text: 'no such note', failed: true }) },
  { name: 'hang', answer: 'silent' },
  { name: 'die', answer: 'dead' },
  { name: 'long', answer: () => ({ text: 'x'.repeat(100_000), failed: false }) },
  { name: 'picture', answer: () => ({ text: '(a picture, image/png)', failed: false }) },
];

it('N-03 is passed by the fake', async () => {
  expect(await failedCases(sourceSuite, () => () => createFakeSource(tools))).toEqual([]);
});

type Call = Source['call'];

/** A source whose calls are wrong. */
function calling(make: (call: Call) => Call): (source: Source) => Source {
  return (source) => ({ ...source, call: make(source.call.bind(source)) });
}

/** A source whose answers are changed. */
function answering(change: (reply: Result<SourceReply>) => Result<SourceReply>): (source: Source) => Source {
  return calling((call) => async (tool, input, limits) => change(await call(tool, input, limits)));
}

const withCode = (code: 'timed_out' | 'cancelled' | 'source_failed', other: 'timed_out' | 'source_failed') =>
  answering((reply) =>
    !reply.ok && reply.error.code === code ? fail(rookError(other, 'It failed.')) : reply,
  );

const twins: readonly (readonly [string, (source: Source) => Source])[] = [
  [
    'forgets what its tools claim',
    (source) => ({
      ...source,
      tools: async (limits) => {
        const told = await source.tools(limits);
        return told.ok ? succeed(told.value.map((tool) => ({ ...tool, annotations: {} }))) : told;
      },
    }),
  ],
  [
    'claims for its tools what they do not say',
    (source) => ({
      ...source,
      tools: async (limits) => {
        const told = await source.tools(limits);
        const annotations = { readOnlyHint: true, destructiveHint: false };
        return told.ok ? succeed(told.value.map((tool) => ({ ...tool, annotations }))) : told;
      },
    }),
  ],
  [
    'takes every answer for a good one',
    answering((reply) => (reply.ok ? succeed({ ...reply.value, failed: false }) : reply)),
  ],
  ['takes the end of time for a failure', withCode('timed_out', 'source_failed')],
  ['takes every end for the end of time', withCode('cancelled', 'timed_out')],
  [
    'makes a failure of none',
    answering((reply) => (reply.ok ? reply : succeed({ text: '', failed: false }))),
  ],
  [
    'knows no limit of size',
    calling(
      (call) => async (tool, input, limits) => call(tool, input, { ...limits, maxCharacters: Infinity }),
    ),
  ],
  [
    'stays dead',
    (source) => {
      let isDead = false;
      return calling((call) => async (tool, input, limits) => {
        isDead ||= tool === 'die';
        return isDead ? fail(rookError('source_failed', 'It is dead.')) : call(tool, input, limits);
      })(source);
    },
  ],
  ['cannot be closed', (source) => ({ ...source, close: async () => undefined })],
  ['forgets the input', calling((call) => async (tool, _input, limits) => call(tool, {}, limits))],
];

it.each(twins)('N-03 rejects a source that %s', async (_title, breakIt) => {
  expect(await failedCases(sourceSuite, () => () => breakIt(createFakeSource(tools)))).not.toEqual([]);
});
