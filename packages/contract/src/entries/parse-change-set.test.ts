import { expect, it } from 'vitest';

import { entryExamples } from './entry-examples.ts';
import { parseChangeSet } from './parse-change-set.ts';
import { parseEntry } from './parse-entry.ts';

const base = {
  schema_version: 1,
  timestamp: '2026-11-16T00:00:00.000Z',
  session_id: 'rook-20261116-0a1b2c3d',
};

it('E-14 takes the short way only for what the long way takes too', () => {
  const sets = entryExamples.filter(({ event_type: type }) => type.startsWith('change_set_'));
  const broken = [
    { change_set_id: 'cs-x' },
    { kind: 'other' },
    { files: [{ path: 'a' }] },
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
