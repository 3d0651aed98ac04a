import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import {
  describeAdding,
  describeChoices,
  describePrompt,
  explainChoices,
  readChoice,
} from './approval-choice.ts';
import { makeRequest } from './test-approvals.ts';

const every = makeRequest({ scopes: ['once', 'session', 'always'] });

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
  const once = makeRequest(scopes === undefined ? {} : { scopes });
  for (const typed of ['s', 'a']) {
    expect(readChoice(typed, once)).toMatchObject({ kind: 'again' });
    expect(describeChoices(once)).not.toContain(`${typed} `);
    expect(explainChoices(once).join('\n')).not.toMatch(new RegExp(`^${typed}  `, 'm'));
  }
  expect(readChoice('y', once)).toEqual({ kind: 'yes', scope: 'once' });
});

const command = makeRequest({
  effect: 'command',
  scopes: ['once', 'session', 'always'],
  patterns: ['make build'],
  also_allows: ['make build all'],
});

it.each([
  ['run once', { kind: 'yes', scope: 'once' }],
  ['Add & Run', { kind: 'yes', scope: 'always' }],
  ['a', { kind: 'yes', scope: 'always' }],
  ['skip', { kind: 'no' }],
])('G-04 at a question about a command %j is read as %j', (typed, choice) => {
  expect(readChoice(typed, command)).toEqual(choice);
  expect(readChoice('skip', every)).toMatchObject({ kind: 'again' });
});

it('G-04 G-05 a question about a command has the words of its buttons, and says what adding would allow', () => {
  expect(describeChoices(command)).toContain('y Run Once   s yes, for this session   a Add & Run   n Skip');
  expect(describePrompt(command)).toMatch(/^Run it\?/u);
  expect(describeAdding(command)).toEqual([
    'Add & Run adds: make build (in this workspace, also in later sessions)',
    'that would also allow: make build all',
  ]);
  const once = makeRequest({ effect: 'command', scopes: ['once'], patterns: [] });
  expect(describeAdding(once)).toEqual([]);
  expect(readChoice('add', once)).toMatchObject({ kind: 'again' });
  expect(describeAdding(every)).toEqual([]);
});

it('G-04 G-06 a question that can be answered for the session at most has no Add & Run', () => {
  const changed = makeRequest({ effect: 'command', scopes: ['once', 'session'], patterns: ['npm test'] });
  expect(describeChoices(changed)).toMatch(/^y Run Once {3}s yes, for this session {3}n Skip/u);
  expect(describePrompt(changed)).toBe('Run it? [y/s/n/d/l/?] ');
  expect(describeAdding(changed)).toEqual(['for this session it allows: npm test']);
  expect(readChoice('s', changed)).toEqual({ kind: 'yes', scope: 'session' });
  expect(readChoice('a', changed)).toEqual({
    kind: 'again',
    advice: 'This is not offered here; type one of y, s, n, d, l, ?.',
  });
});
