import { fail, rookError, sessionIdSchema, succeed } from '@rook/contract';
import { expect, it } from 'vitest';

import type { SearchAnswer, SearchIndex, SearchQuery } from '../ports/search-index.ts';
import { ASKING, callTool, fakePorts, toolText } from './test-tools.ts';

const OTHER = sessionIdSchema.parse('rook-20261114-0000000a');

function fakeIndex(
  answer: SearchAnswer,
  more: Partial<SearchIndex> = {},
): SearchIndex & { asked: SearchQuery[] } {
  const asked: SearchQuery[] = [];
  const state = { sessions: 2, entries: 9, readBytes: 0, rebuilt: false };
  return {
    asked,
    update: async () => succeed(state),
    rebuild: async () => succeed(state),
    search: async (query) => {
      asked.push(query);
      return succeed(answer);
    },
    close: async () => undefined,
    ...more,
  };
}

const answer: SearchAnswer = {
  hits: [
    {
      session: OTHER,
      line: 7,
      timestamp: '2026-11-14T10:00:00.000Z',
      type: 'tool_call',
      turn: 't0002',
      tool: 'read_file',
      snippet: {
        text: 'about the\n  parser and parsers',
        marks: [
          [12, 18],
          [23, 30],
        ],
      },
    },
    {
      session: ASKING,
      line: 1,
      timestamp: '2026-11-15T10:00:00.000Z',
      type: 'message_admitted',
      snippet: { text: 'parser', marks: [] },
    },
  ],
  more: true,
};

it('I-30 searches past sessions with every filter, after the index took in what was written', async () => {
  const index = fakeIndex(answer);
  const text = await toolText(fakePorts({}, { index }), 'search_sessions', {
    query: 'parser',
    session: OTHER,
    since: '2026-11-01',
    before: '2026-11-15T12:00:00Z',
    type: 'tool_call',
    tag: 'bug',
    tool: 'read_file',
    file: 'src/a.ts',
    limit: 2,
  });
  expect(text).toBe(
    [
      'rook-20261114-0000000a, line 7, 2026-11-14T10:00:00.000Z, tool_call, t0002, read_file',
      '  about the «parser» and «parsers»',
      'rook-20261115-00000001 (this session), line 1, 2026-11-15T10:00:00.000Z, message_admitted',
      '  parser',
      '(There are more; narrow the search, or ask for a higher limit.)',
    ].join('\n'),
  );
  expect(index.asked).toEqual([
    {
      text: 'parser',
      filter: {
        session: OTHER,
        since: Date.UTC(2026, 10, 1),
        before: Date.UTC(2026, 10, 15, 12),
        type: 'tool_call',
        tag: 'bug',
        tool: 'read_file',
        file: 'src/a.ts',
      },
      limit: 2,
    },
  ]);
});

it('I-30 says what was not found, what is behind, and what failed', async () => {
  const nothing = { hits: [], more: false, note: 'It was searched slowly.' };
  const behind = fakeIndex(nothing, { update: async () => fail(rookError('busy', 'It is being rebuilt.')) });
  expect(await toolText(fakePorts({}, { index: behind }), 'search_sessions', { query: 'x' })).toBe(
    'Nothing in the sessions has "x"; try fewer or shorter words.\n(It was searched slowly.)\n(What was written lately may be missing, because the index is behind: It is being rebuilt.)',
  );
  const broken = fakeIndex(nothing, { search: async () => fail(rookError('not_readable', 'It is gone.')) });
  expect(await toolText(fakePorts({}, { index: broken }), 'search_sessions', { query: 'x' })).toBe(
    'not_readable: It is gone.',
  );
  const cancelled = fakeIndex(nothing, {
    update: async () => fail(rookError('cancelled', 'It was cancelled.')),
  });
  expect(
    await callTool(fakePorts({}, { index: cancelled }), 'search_sessions', { query: 'x' }),
  ).toMatchObject({
    error: { code: 'cancelled' },
  });
  expect(cancelled.asked).toEqual([]);
  const index = fakeIndex(nothing);
  for (const wrong of [
    { query: '' },
    { query: 'x', since: 'yesterday' },
    { query: 'x', session: '../x' },
    { query: 'x', limit: 51 },
  ])
    expect(await toolText(fakePorts({}, { index }), 'search_sessions', wrong)).toMatch(/^invalid_input: /);
  expect(index.asked).toEqual([]);
});
