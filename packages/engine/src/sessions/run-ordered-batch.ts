import type { TurnId } from '@rook/contract';
import * as z from 'zod';

import type { OpenTurn } from '../context/fold-conversation.ts';
import { BATCH_CALL } from '../journal/fold-batches.ts';
import { createCallRepeats } from '../turn/call-repeats.ts';
import { runBatch, type BatchCommand, type BatchEnd, type BatchSetup } from '../turn/run-batch.ts';
import { superviseBatch } from '../turn/supervise-batch.ts';
import type { TurnEnd, WorkBefore } from '../turn/turn-progress.ts';
import type { SessionRecord } from './session-record.ts';
import type { TurnPlace } from './turn-place.ts';

/** Commands that a person chose to run. */
export interface OrderedBatch {
  readonly commands: readonly BatchCommand[];
  /** The model is told what came of them, and the turn goes on with its answer. */
  readonly analyse: boolean;
}

interface BatchWork {
  readonly turn: TurnId;
  readonly record: SessionRecord['append'];
  readonly signal: AbortSignal;
}

/** How the model is asked after each command of a batch. */
export function supervisorOf(place: TurnPlace, { turn, signal }: BatchWork): BatchSetup['judge'] {
  const { setup, id, caller } = place;
  const status = (text: string) =>
    setup.listener.delta({ type: 'status', session_id: id, turn_id: turn, text });
  return superviseBatch({ turn, caller, models: setup.models, status, signal });
}

/** Runs them in a turn of their own. A person's word stands for the question; what the model puts in their place is asked about. */
export async function runOrderedBatch(
  place: TurnPlace,
  work: BatchWork,
  { commands, analyse }: OrderedBatch,
): Promise<BatchEnd> {
  const order = { commands, firstRound: 1, isOrdered: true, asksLast: !analyse };
  return runBatch(batchSetup(place, work), order);
}

/**
 * Goes on with a batch in which a question was left for later; null where there is nothing to go on with. Who chose its commands only
 * the journal says, and that gives nobody a right: each of the rest is judged as one of the assistant.
 */
export async function resumeBatch(
  place: TurnPlace,
  work: BatchWork,
  waited: OpenTurn | undefined,
): Promise<BatchEnd | null> {
  const left = place.record.leftOfBatch(work.turn);
  const call = waited?.calls.find(({ id, isBegun }) => id.startsWith(BATCH_CALL) && !isBegun);
  const first = readCommand(call?.input);
  if (left.length === 0 || call === undefined || first === null) return null;
  const commands = [first, ...left.map((command) => Object.assign({}, first, { command }))];
  const firstRound = Number(call.id.slice(BATCH_CALL.length));
  const order = { commands, firstRound, isOrdered: false, asksLast: true, isRequested: true as const };
  return runBatch(batchSetup(place, work), order);
}

function readCommand(input: unknown): BatchCommand | null {
  const read = commandSchema.safeParse(input);
  return read.success ? read.data : null;
}

const commandSchema = z.strictObject({
  command: z.string(),
  cwd: z.string().exactOptional(),
  timeout: z.int().exactOptional(),
});

function batchSetup(place: TurnPlace, work: BatchWork): BatchSetup {
  const { setup, id, gate } = place;
  const { turn, record, signal } = work;
  const repeats = createCallRepeats();
  const send = (type: 'text' | 'status', text: string) =>
    setup.listener.delta({ type, session_id: id, turn_id: turn, text });
  return {
    turn,
    record,
    signal,
    judge: supervisorOf(place, work),
    show: (text) => send('text', text),
    mostReplacements: setup.settings['commands.fixRounds'],
    calls: (round, isOrdered) => ({
      turn,
      round,
      gate,
      repeats,
      clock: setup.clock,
      blobs: setup.store.blobs,
      record,
      signal,
      isOrdered,
      status: (text) => send('status', text),
      maxResultChars: setup.settings['tools.maxResultChars'],
    }),
  };
}

/** The end of a turn that only ran commands. */
export function batchTurnEnd({ status, text, steps, usage, error }: BatchEnd): TurnEnd {
  return { status, text, toolCalls: steps.length, usage, ...(error === undefined ? {} : { error }) };
}

/** Null: the turn is over with the batch. */
export function analysisOf({ endedBy, text, steps, usage }: BatchEnd): WorkBefore | null {
  if (endedBy !== 'done' && endedBy !== 'model' && endedBy !== 'limit') return null;
  const feedback = steps.map(({ feedback: told }) => told).join('\n\n');
  return { text, toolCalls: steps.length, usage, feedback, rounds: steps.length };
}
