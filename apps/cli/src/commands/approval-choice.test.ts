import { parseEntry } from '@rook/contract';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { describeChoices, explainChoices, readChoice, type ApprovalRequest } from './approval-choice.ts';

function request(scopes?: readonly string[]): ApprovalRequest {
  const read = parseEntry({
    schema_version: 1,
    event_id: '00000000-0000-4000-8000-000000000000',
    timestamp: '2026-11-16T00:00:00.000Z',
    workspace: { name: 'w', uri: 'file:///w', trusted: true },
    session_id: 'rook-20261116-0a1b2c3d',
    mode: { agent_mode: null, safety: 'ask' },
    seq: 3,
    prev: '0'.repeat(64),
    event_type: 'approval_requested',
    approval_id: 'ap-1',
    turn_id: 't0001',
    tool_use_id: 'call-1',
    question: 'May I?',
    ...(scopes === undefined ? {} : { scopes }),
  });
  if (read.kind !== 'known' || read.entry.event_type !== 'approval_requested')
    throw new Error(JSON.stringify(read));
  return read.entry;
}

const every = request(['once', 'session', 'always']);

it.each([
  ['y', { kind: 'yes', scope: 'once' }],
  [' YES ', { kind: 'yes', scope: 'once' }],
  ['s', { kind: 'yes', scope: 'session' }],
  ['always', { kind: 'yes', scope: 'always' }],
  ['n', { kind: 'no' }],
  ['d', { kind: 'diff' }],
  ['l', { kind: 'later' }],
  ['?', { kind: 'help' }],
  ['', { kind: 'again' }],
  ['  ', { kind: 'again' }],
])('H-24 %j is read as %j', (typed, choice) => {
  expect(readChoice(typed, every)).toEqual(choice);
});

it('H-24 nothing but the words for yes is a yes', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const isYes = readChoice(typed, every).kind === 'yes';
      expect(isYes).toBe(/^\s*(?:y|yes|s|session|a|always)\s*$/i.test(typed));
    }),
  );
});

it.each([[undefined], [['once']], [[]]])('N-11 with the scopes %j no yes holds for longer', (scopes) => {
  const once = request(scopes);
  for (const typed of ['s', 'a']) {
    expect(readChoice(typed, once)).toMatchObject({ kind: 'again' });
    expect(describeChoices(once)).not.toContain(`${typed} `);
    expect(explainChoices(once).join('\n')).not.toMatch(new RegExp(`^${typed}  `, 'm'));
  }
  expect(readChoice('y', once)).toEqual({ kind: 'yes', scope: 'once' });
});
