import { expect, it } from 'vitest';

import { entryBaseSchema, FIRST_PREV, type EntryBase } from '../entries/entry-base.ts';
import { foldTour } from './fold-tour.ts';
import { TOUR_FILE, TOUR_GUIDE, TOUR_PLANNER, TOUR_STEPS, TOUR_TEST, tourModelFor } from './tour-steps.ts';

const HASH = `sha256:${'a1'.repeat(32)}`;
const TURN = 't0001';

/** An entry of the session, with what every entry has. */
function entry(fields: Readonly<Record<string, unknown>>): EntryBase {
  return entryBaseSchema.parse({
    schema_version: 1,
    event_id: '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d',
    timestamp: '2026-11-15T22:00:00.000Z',
    workspace: { name: 'w', uri: 'file:///w', trusted: true },
    session_id: 'rook-20261115-0a1b2c3d',
    mode: { agent_mode: null, safety: 'ask' },
    seq: 0,
    prev: FIRST_PREV,
    ...fields,
  });
}

const error = (code: string) => ({ code, kind: 'invalid', message: 'No.', retryable: true });

function changed(path: string, more: object = {}, status = 'applied'): EntryBase {
  const file = { path, before_hash: HASH, after_hash: HASH, added: 1, removed: 1, status, ...more };
  return entry({
    event_type: status === 'applied' ? 'change_set_applied' : 'change_set_refused',
    change_set_id: 'cs-1763244004000',
    turn_id: TURN,
    kind: 'edit',
    intent_id: 'INT-001',
    files: [file],
    ...(status === 'applied' ? {} : { error: error('stale_file') }),
  });
}

function ran(id: string, code: number): readonly EntryBase[] {
  return [
    entry({ event_type: 'command_started', command_id: id, command: TOUR_TEST, cwd: '.' }),
    entry({
      event_type: 'command_ended',
      command_id: id,
      exit_code: code,
      signal: null,
      timed_out: false,
      output: '',
      timing_ms: 1,
    }),
  ];
}

function doneAfter(...entries: readonly EntryBase[]): readonly string[] {
  return foldTour(entries)
    .steps.filter(({ isDone }) => isDone)
    .map(({ id }) => id);
}

it('Q-12 takes no step of the tour for done that no entry proves', () => {
  expect(foldTour([])).toMatchObject({ next: 'refusal' });
  expect(doneAfter()).toEqual([]);
  const call = { turn_id: TURN, tool_use_id: 'call_1', rule: 'mode' };
  const refused = (code: string) => entry({ event_type: 'tool_call_refused', ...call, error: error(code) });
  expect(doneAfter(refused('mode_forbids'))).toEqual([]);
  expect(doneAfter(refused('no_intent'))).toEqual(['refusal']);
  expect(doneAfter(entry({ event_type: 'intent_selected', intent_id: null, by: 'user' }))).toEqual([]);
});

it('Q-12 tells a stale file that was looked at again from one that was not', () => {
  const stale = changed(TOUR_FILE, {}, 'refused');
  expect(doneAfter(stale)).toEqual([]);
  expect(doneAfter(changed(TOUR_FILE))).toEqual(['edit']);
  expect(doneAfter(changed(TOUR_FILE), stale)).toEqual(['edit']);
  expect(doneAfter(stale, changed('other.js'))).toEqual([]);
  expect(doneAfter(stale, changed(TOUR_FILE))).toEqual(['edit', 'stale']);
});

it('Q-12 takes the test for fixed only when it failed, something was changed, and it passed', () => {
  expect(doneAfter(...ran('c-1', 0))).toEqual([]);
  expect(doneAfter(...ran('c-1', 1), ...ran('c-2', 0))).toEqual([]);
  expect(doneAfter(changed('a.js'), ...ran('c-1', 1), ...ran('c-2', 0))).toEqual([]);
  expect(doneAfter(...ran('c-1', 1), changed('a.js'), ...ran('c-2', 1))).toEqual([]);
  expect(doneAfter(...ran('c-1', 1), changed('a.js'), ...ran('c-2', 0))).toEqual(['test']);
});

it('Q-12 closes the step of the TODO by a linked change, and that of the chain by who checked it', () => {
  expect(doneAfter(changed('CHANGES.md', { todo_indexes: [] }))).toEqual([]);
  expect(doneAfter(changed('CHANGES.md', { todo_indexes: [0] }))).toEqual(['todo']);
  expect(foldTour([], true).steps.at(-1)).toMatchObject({ id: 'verify', isDone: true });
});

it('Q-12 lets the planner answer the plan alone', () => {
  const messages = TOUR_STEPS.flatMap(({ id, deeds }) =>
    deeds.flatMap((deed) => (deed.kind === 'message' ? [[id, deed.text] as const] : [])),
  );
  for (const [id, text] of messages)
    expect(tourModelFor(` ${text}\n`)).toBe(id === 'todo' ? TOUR_PLANNER : TOUR_GUIDE);
  expect(tourModelFor('anything else')).toBe(TOUR_GUIDE);
});
