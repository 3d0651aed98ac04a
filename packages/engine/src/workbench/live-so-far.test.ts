import {
  entryIdSchema,
  FIRST_PREV,
  sessionIdSchema,
  turnIdSchema,
  type Delta,
  type EntryBase,
} from '@rook/contract';
import { expect, it } from 'vitest';

import { createLiveSoFar, createSettledLive } from './live-so-far.ts';

const place = {
  session_id: sessionIdSchema.parse('rook-20261116-00000001'),
  turn_id: turnIdSchema.parse('t0001'),
};
const text = (words: string): Delta => ({ type: 'text', ...place, text: words });
const status = (words: string): Delta => ({ type: 'status', ...place, text: words });
const step = (words: string): Delta => ({ type: 'status', ...place, text: words, preparing: true });

const printed = (command: string, words: string): Delta => ({
  type: 'command_output',
  ...place,
  command_id: command,
  stream: 'stdout',
  text: words,
});

function entry(seq: number, type: string, fields: Readonly<Record<string, unknown>> = {}): EntryBase {
  return {
    schema_version: 1,
    event_id: entryIdSchema.parse(`aaaaaa-${seq.toString(16).padStart(16, '0')}`),
    event_type: type,
    timestamp: '2026-11-16T09:00:00.000Z',
    workspace: { name: 'w', uri: 'file:///w', trusted: true },
    session_id: place.session_id,
    mode: { agent_mode: null, safety: 'ask' },
    seq,
    prev: FIRST_PREV,
    ...fields,
  };
}

it('A-25 keeps what is live until an entry says it for good', () => {
  const live = createLiveSoFar();
  live.entry(entry(3, 'turn_started'));
  for (const delta of [
    step('one'),
    step('two'),
    status('waits'),
    status('waits on'),
    text('Hel'),
    text('lo'),
  ])
    live.delta(delta);
  expect(live.list()).toEqual([step('one'), step('two'), status('waits on'), text('Hello')]);
  expect(live.behind()).toBe(3);
  live.entry(entry(4, 'tool_call'));
  expect(live.list()).toEqual([text('Hello')]);
  live.entry(entry(5, 'answer_received'));
  expect(live.list()).toEqual([]);
});

it('A-25 a delta is late when an entry behind it was told that settles it, and only then', () => {
  const settled = createSettledLive();
  settled.told([entry(4, 'budget_settled'), entry(5, 'tool_call')]);
  expect([
    settled.isLate(text('x'), 3),
    settled.isLate(status('x'), 3),
    settled.isLate(status('x'), 5),
  ]).toEqual([false, true, false]);
  settled.told([entry(6, 'answer_received')]);
  expect([settled.isLate(text('x'), 5), settled.isLate(text('x'), 6)]).toEqual([true, false]);
});

it('G-09 keeps what each command printed until its end is written down', () => {
  const live = createLiveSoFar();
  for (const delta of [
    printed('c-1', 'one\n'),
    text('Hello'),
    printed('c-2', 'other\n'),
    printed('c-1', 'two\n'),
  ])
    live.delta(delta);
  expect(live.list()).toEqual([text('Hello'), printed('c-1', 'one\ntwo\n'), printed('c-2', 'other\n')]);
  live.entry(entry(5, 'command_ended', { command_id: 'c-1' }));
  live.entry(entry(6, 'turn'));
  expect(live.list()).toEqual([printed('c-2', 'other\n')]);
});

it('G-09 keeps no more of what a command prints than is shown of it', () => {
  const live = createLiveSoFar();
  for (let count = 0; count < 100; count += 1) live.delta(printed('c-1', `${'x'.repeat(9999)}\n`));
  live.delta(printed('c-1', 'the end'));
  const [kept] = live.list();
  const shown = kept?.type === 'command_output' ? kept.text : '';
  expect(shown.endsWith('the end')).toBe(true);
  expect(shown.length).toBeLessThan(210_000);
});

it('G-09 what a command printed comes too late when its end was told', () => {
  const settled = createSettledLive();
  settled.told([entry(4, 'command_ended', { command_id: 'c-1' })]);
  expect([settled.isLate(printed('c-1', 'x'), 9), settled.isLate(printed('c-2', 'x'), 1)]).toEqual([
    true,
    false,
  ]);
});
