import { expect, it } from 'vitest';

import { entryExamples } from './entry-examples.ts';
import { parseChangeSetHead } from './parse-change-set-head.ts';
import { parseChangeSet } from './parse-change-set.ts';
import { parseEntry } from './parse-entry.ts';

const base = {
  schema_version: 1,
  timestamp: '2026-11-16T00:00:00.000Z',
  session_id: 'rook-20261116-0a1b2c3d',
};

const plainFile = {
  path: 'a',
  before_hash: null,
  after_hash: null,
  added: 0,
  removed: 0,
  status: 'applied',
};

it('E-14 takes the short way only for what the long way takes too', () => {
  const sets = entryExamples.filter(({ event_type: type }) => type.startsWith('change_set_'));
  const broken = [
    { change_set_id: 'cs-x' },
    { kind: 'other' },
    { intent_id: '../x' },
    { intent_id: 7 },
    { files: [{ path: 'a' }] },
    { files: [{ ...plainFile, after_mode: 0o1777 }] },
    { files: [{ ...plainFile, after_mode: '755' }] },
    { files: 'a' },
    { session_id: '../x' },
    { turn_id: 'x' },
    { made_folders: [1] },
  ];
  for (const set of sets) {
    for (const harm of broken) {
      const value = { ...base, ...set, ...harm };
      const isKnown = parseEntry(value).kind === 'known' && set.event_type !== 'change_set_started';
      const isTaken = parseChangeSet(value) !== null;
      expect(isTaken && !isKnown, JSON.stringify(harm)).toBe(false);
    }
  }
  expect(parseChangeSet(null)).toBeNull();
  expect(parseChangeSet({ event_type: 'change_set_applied' })).toBeNull();
});

const line = (more: object = {}, last: object = {}) =>
  JSON.stringify({
    schema_version: 1,
    event_id: '2d8a8d22-fd6a-4427-82d8-91ec54b9018f',
    timestamp: base.timestamp,
    workspace: { name: 'w', uri: 'file:///w', trusted: true },
    session_id: base.session_id,
    mode: { agent_mode: null, safety: 'ask' },
    event_type: 'change_set_applied',
    change_set_id: 'cs-1793000000000-2',
    kind: 'edit',
    intent_id: null,
    ...more,
    files: [{ path: 'a', before_hash: null, after_hash: null, added: 1, removed: 0, status: 'applied' }],
    ...last,
    seq: 6,
    prev: '0'.repeat(64),
  });

it('E-14 reads of a usual line what reading all of it says', () => {
  for (const more of [{}, { by: 'user' }, { by: 'assistant', turn_id: 't0001' }, { made_folders: ['x'] }]) {
    const text = line(more);
    const head = parseChangeSetHead(text);
    expect(head, text).not.toBeNull();
    expect(parseChangeSet(JSON.parse(text))).toMatchObject(JSON.parse(JSON.stringify(head)));
  }
});

it('E-14 leaves to a full reading whatever is torn, undoes something or was imported', () => {
  const odd = [
    line().slice(0, -1),
    line().slice(0, -90),
    `${line()} `,
    line({ parent_change_set_id: 'cs-1', undoes: [] }),
    line({}, { imported: true }),
    line({ kind: 'rewind' }),
    line({ change_set_id: 'x' }),
    line({ intent_id: 'INT-1' }),
    line({ event_type: 'change_set_refused' }),
    `{"tool":${line()}}`,
  ];
  for (const text of odd) expect(parseChangeSetHead(text), text).toBeNull();
  // The place of the line before does not count for a line of another session.
  expect(parseChangeSetHead(line({ x: 1 }).replace('0a1b2c3d', 'ffffffff'))).toBeNull();
  expect(parseChangeSetHead(line().replace('0a1b2c3d', 'ffffffff'))?.session_id).toContain('ffffffff');
});
