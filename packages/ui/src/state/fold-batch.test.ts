import { expect, it } from 'vitest';

import { batchTurn, messageId, turnId, writeEntries, type SampleDraft } from '../../test/sample-entries.ts';
import { readBatchProgress } from '../commands/read-batch-progress.ts';
import { arrangeTurn } from '../conversation/arrange-turn.ts';
import { emptyConversation, type TurnView } from './conversation.ts';
import { foldEntries } from './fold-conversation.ts';

function turnOf(drafts: readonly SampleDraft[]): TurnView {
  const [turn, ...others] = foldEntries(emptyConversation(), writeEntries(drafts)).turns;
  if (turn === undefined || others.length > 0) throw new Error('There is not one turn.');
  return turn;
}

const turn = { turn_id: turnId(1) };
const BEGUN: readonly SampleDraft[] = [
  { event_type: 'message_admitted', message_id: messageId(1), text: 'Run them' },
  { event_type: 'turn_started', ...turn, message_id: messageId(1) },
];

function call(number: number, command: string): SampleDraft {
  return {
    ...turn,
    event_type: 'tool_call_requested',
    tool_use_id: `batch_${number}`,
    tool: { name: 'execute_command', input: { command } },
    round: number,
  };
}

function done(number: number, command: string, error?: string): SampleDraft {
  return {
    ...turn,
    event_type: 'tool_call',
    tool_use_id: `batch_${number}`,
    tool: { name: 'execute_command', input: { command } },
    result: error === undefined ? { ok: true } : { ok: false, error },
    timing_ms: 5,
  };
}

function ran(number: number, command: string, exitCode: number): readonly SampleDraft[] {
  const id = `c-${number}`;
  return [
    call(number, command),
    { ...turn, event_type: 'command_started', command_id: id, command, cwd: '.' },
    {
      ...turn,
      event_type: 'command_ended',
      command_id: id,
      exit_code: exitCode,
      signal: null,
      timed_out: false,
      output: `out ${number}`,
      timing_ms: 5,
    },
    done(number, command, ...(exitCode === 0 ? [] : ['It failed.'])),
  ];
}

const begin = (...commands: readonly string[]): SampleDraft => ({
  ...turn,
  event_type: 'batch_started',
  commands: [...commands],
});

const judge = (after: number, command?: string): SampleDraft => ({
  ...turn,
  event_type: 'batch_judged',
  after,
  decision: command === undefined ? 'continue' : 'replace',
  ...(command === undefined ? {} : { command }),
});

function progressOf(drafts: readonly SampleDraft[]) {
  const { batches, commands } = turnOf(drafts);
  const [batch, ...others] = batches;
  if (batch === undefined || others.length > 0) throw new Error('There is not one batch.');
  return readBatchProgress(batch, commands);
}

/** The second was replaced by one that was refused. */
const REFUSED = [
  ...BEGUN,
  begin('a', 'b', 'c', 'd'),
  ...ran(1, 'a', 0),
  judge(1, 'rm x'),
  call(2, 'rm x'),
  done(2, 'rm x', 'A person said no.'),
  judge(2),
];

it('G-13 G-16 a command that was refused has its place among the others, and counts as failed', () => {
  const progress = progressOf([...REFUSED, ...ran(3, 'c', 0)]);
  expect(progress).toMatchObject({
    succeeded: 2,
    failed: 1,
    done: 3,
    total: 4,
    percent: 75,
    remaining: ['d'],
  });
  expect(progress.steps.map(({ text, mark, preview }) => [text, mark, preview])).toEqual([
    ['a', '✓', 'out 1'],
    ['rm x', '✗', 'not run: A person said no.'],
    ['c', '✓', 'out 3'],
  ]);
});

it('G-14 G-16 what the model puts in the place of the next one is what comes next, before anybody was asked about it', () => {
  expect(progressOf(REFUSED.slice(0, -3))).toMatchObject({ remaining: ['rm x', 'c', 'd'], total: 4 });
  expect(progressOf(REFUSED.slice(0, -2))).toMatchObject({ remaining: ['c', 'd'], done: 1, total: 4 });
});

it('G-16 what was not run when it ended does not stand there as what comes next', () => {
  const end: SampleDraft = {
    ...turn,
    event_type: 'batch_ended',
    ended_by: 'done',
    succeeded: 2,
    failed: 1,
    ran: ['a', 'rm x', 'c'],
    left: ['b'],
  };
  const progress = progressOf([...BEGUN, begin('a', 'b', 'c'), ...REFUSED.slice(3), ...ran(3, 'c', 0), end]);
  expect(progress).toMatchObject({ isOver: true, remaining: ['b'], done: 3, total: 3, percent: 100 });
});

it('G-13 a batch that goes on after a question is the same one, and what the model says stands where it belongs', () => {
  const waits: SampleDraft = {
    ...turn,
    event_type: 'batch_ended',
    ended_by: 'waiting',
    succeeded: 1,
    failed: 0,
    ran: ['a'],
    left: ['c', 'd'],
  };
  const [, start, end] = ran(2, 'rm x', 0);
  if (start === undefined || end === undefined) throw new Error('It did not run.');
  const asked = [...REFUSED.slice(0, -2), waits];
  expect(progressOf(asked)).toMatchObject({ remaining: ['c', 'd'], isOver: false });
  const goesOn = [...asked, begin('rm x', 'c', 'd'), start, end, done(2, 'rm x'), judge(1)];
  expect(progressOf(goesOn)).toMatchObject({ succeeded: 2, done: 2, total: 4, remaining: ['c', 'd'] });
  expect(turnOf(goesOn).batches[0]?.verdicts.map(({ after }) => after)).toEqual([1, 2]);
});

it('G-09 a call of the model beside a batch is shown, whatever its id and its command are', () => {
  const end = { ...turn, event_type: 'batch_ended', ended_by: 'done', succeeded: 1, failed: 0 } as const;
  const drafts = [...BEGUN, begin('a'), ...ran(1, 'a', 0), { ...end, ran: ['a'], left: [] }, call(1, 'a')];
  const kinds = arrangeTurn(turnOf(drafts)).map(({ kind }) => kind);
  expect(kinds).toEqual(['batch', 'activity']);
});

it('G-13 a record that names no calls of its batch is read by the commands that began', () => {
  expect(progressOf(batchTurn(1))).toMatchObject({
    steps: [{ text: 'npm ci' }, { text: 'npm test' }],
    succeeded: 1,
    failed: 1,
    remaining: ['npm run lint'],
  });
});
