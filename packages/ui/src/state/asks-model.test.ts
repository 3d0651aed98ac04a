import type { Command, LiveState } from '@rook/contract';
import { expect, it } from 'vitest';

import { messageId, turnId } from '../../test/sample-entries.ts';
import { asksModel } from './asks-model.ts';

const IDLE: LiveState = {
  isHeld: true,
  running: null,
  waiting: 0,
  left: [],
  unwritten: 0,
  mode: 'ask',
  activeIntent: null,
  heldBy: null,
};
const RUNNING: LiveState = { ...IDLE, running: turnId(1) };
const UNHELD: LiveState = { ...IDLE, isHeld: false };
const SENDS = { type: 'message_send', message_id: messageId(1), text: 'Go' } as const;
const ANSWERS = { type: 'approval_answer', approval_id: 'ap-1', answer: 'yes' } as const;
const RUNS = {
  type: 'batch_run',
  message_id: messageId(1),
  text: 'Run',
  commands: [],
  analyse: true,
} as const;

it.each<[string, Command, LiveState | null, boolean]>([
  ['a message', SENDS, RUNNING, true],
  ['a batch', { ...RUNS, commands: [{ command: 'ls' }] }, IDLE, true],
  ['a message that was left', { type: 'message_begin', message_id: messageId(1) }, IDLE, true],
  ['steering', { ...SENDS, steer: true }, RUNNING, false],
  ['steering that comes too late', { ...SENDS, steer: true }, IDLE, true],
  ['an answer to a turn that waits', ANSWERS, RUNNING, false],
  ['an answer to a turn of an ended process', ANSWERS, UNHELD, true],
  ['a stop', { type: 'turn_cancel' }, RUNNING, false],
  ['a mode', { type: 'mode_set', mode: 'safe' }, IDLE, false],
])('A-10 %s says which model or does not', (_name, command, live, isNamed) => {
  expect(asksModel(command, live)).toBe(isNamed);
});
