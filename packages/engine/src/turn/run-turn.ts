import {
  addUsage,
  emptyUsage,
  type Delta,
  type EntryDraft,
  type Result,
  type RookError,
  type SessionId,
  type SettingValues,
  type TurnId,
  type Usage,
} from '@rook/contract';

import type { Gate } from '../gate/pass-gate.ts';
import type { CallRequest, ModelCaller } from '../models/call-model.ts';
import type { ConnectedModel } from '../models/choose-model.ts';
import type { Clock } from '../ports/clock.ts';
import type { ModelMessage, ToolResultPart } from '../ports/model.ts';
import type { Blobs } from '../ports/store.ts';
import { createCallRepeats, type CallRepeats } from './call-repeats.ts';
import { collectAnswer, type Answer } from './collect-answer.ts';
import { refuseCutCalls, runToolCalls, type ToolCallsSetup } from './run-tool-calls.ts';
import {
  decideNext,
  goesInCircles,
  MOST_IDLE_ROUNDS,
  tooManyRounds,
  type NextStep,
} from './stop-conditions.ts';

/** What a turn works with. */
export interface TurnSetup {
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly clock: Clock;
  readonly settings: Pick<SettingValues, 'turn.maxRounds' | 'tools.maxResultChars'>;
  readonly caller: ModelCaller;
  /** Other models for this turn than those of the session. */
  readonly models?: readonly [ConnectedModel, ...ConnectedModel[]];
  readonly gate: Gate;
  readonly blobs: Blobs;
  /** Writes to the journal; what cannot be written waits there. */
  readonly record: (
    drafts: readonly EntryDraft[],
    options?: { durable: boolean },
  ) => Promise<Result<unknown>>;
  /** The request with the answers and results of this turn so far. */
  readonly build: (rounds: readonly ModelMessage[]) => Result<BuiltTurnRequest>;
  /** What was said to the running turn since it was last asked for. */
  readonly takeSteering: () => readonly ModelMessage[];
  readonly emit: (delta: Delta) => void;
  readonly signal: AbortSignal;
}

interface BuiltTurnRequest {
  readonly request: CallRequest;
  readonly leftOutTurns: number;
  readonly estimatedTokens: number;
}

/** How a turn ended; the `turn` entry is made of it. */
export interface TurnEnd {
  readonly status: 'completed' | 'cancelled' | 'failed';
  /** All that the model said in this turn. */
  readonly text: string;
  readonly toolCalls: number;
  readonly usage: Usage;
  readonly error?: RookError;
}

/** A message becomes an answer: asks the model, runs what it calls, and asks again until it is done. Does not throw. */
export async function runTurn(setup: TurnSetup): Promise<TurnEnd> {
  const progress: Progress = { rounds: [], texts: [], toolCalls: 0, usage: emptyUsage(), idleRounds: 0 };
  const repeats = createCallRepeats();
  const most = setup.settings['turn.maxRounds'];
  for (let round = 1; ; round += 1) {
    const built = setup.build(progress.rounds);
    if (!built.ok) return finish(progress, { kind: 'end', status: 'failed', error: built.error });
    if (round === 1 && built.value.leftOutTurns > 0) emitLeftOut(setup, built.value.leftOutTurns);
    const answer = await ask(setup, built.value);
    await writeAnswer(setup, answer, { round, built: built.value });
    progress.usage = addUsage(progress.usage, answer.usage);
    if (answer.text !== '') progress.texts.push(answer.text);
    if (answer.parts.length > 0) progress.rounds.push({ role: 'assistant', parts: answer.parts });

    const next = decideNext(answer);
    if (next.kind !== 'end') await useTools(setup, progress, { answer, round, repeats, next });
    const steering = next.kind === 'end' && next.status !== 'completed' ? [] : setup.takeSteering();
    progress.rounds.push(...steering);
    if (next.kind === 'end' && steering.length === 0) return finish(progress, next);
    if (setup.signal.aborted) return finish(progress, { kind: 'end', status: 'cancelled' });
    if (progress.idleRounds >= MOST_IDLE_ROUNDS)
      return finish(progress, { kind: 'end', status: 'failed', error: goesInCircles() });
    if (round >= most) return finish(progress, { kind: 'end', status: 'failed', error: tooManyRounds(most) });
  }
}

interface Progress {
  /** What was said and done in this turn, as the model is sent it. */
  readonly rounds: ModelMessage[];
  readonly texts: string[];
  toolCalls: number;
  usage: Usage;
  /** Rounds in a row in which every call was one that was made before. */
  idleRounds: number;
}

async function ask(setup: TurnSetup, { request }: BuiltTurnRequest): Promise<Answer> {
  const { caller, signal, turn, models } = setup;
  const options = { signal, place: { turn }, ...(models === undefined ? {} : { models }) };
  return collectAnswer(caller.call(request, options), {
    text: (text) => emit(setup, 'text', text),
    thinking: (text) => emit(setup, 'thinking', text),
    status: (text) => emit(setup, 'status', text),
  });
}

/** The raw answer is written down before anything reads meaning into it. */
async function writeAnswer(
  { turn, record }: TurnSetup,
  { text, finish: reason, model, usage, error }: Answer,
  { round, built }: { readonly round: number; readonly built: BuiltTurnRequest },
): Promise<void> {
  // What was refused before it was sent is no answer.
  if (error !== null && model === '') return;
  await record([
    {
      event_type: 'answer_received',
      turn_id: turn,
      round,
      model,
      text,
      finish_reason: error === null ? reason : `${reason}: ${error.code}`,
      usage,
      request: {
        messages: built.request.messages.length,
        left_out_turns: built.leftOutTurns,
        estimated_tokens: built.estimatedTokens,
      },
    },
  ]);
}

interface CalledTools {
  readonly answer: Answer;
  readonly round: number;
  readonly repeats: CallRepeats;
  readonly next: NextStep;
}

async function useTools(
  setup: TurnSetup,
  progress: Progress,
  { answer, round, repeats, next }: CalledTools,
): Promise<void> {
  const { turn, gate, clock, blobs, record, signal } = setup;
  const calls: ToolCallsSetup = {
    turn,
    round,
    gate,
    repeats,
    clock,
    blobs,
    record,
    signal,
    status: (text, call) => emit(setup, 'status', text, call),
    maxResultChars: setup.settings['tools.maxResultChars'],
  };
  let results: readonly ToolResultPart[];
  if (next.kind === 'refuse_cut') results = await refuseCutCalls(calls, answer.calls);
  else {
    const end = await runToolCalls(calls, answer.calls);
    progress.idleRounds = end.repeated === answer.calls.length ? progress.idleRounds + 1 : 0;
    ({ results } = end);
  }
  progress.toolCalls += answer.calls.length;
  progress.rounds.push({ role: 'tool', results });
}

function finish(progress: Progress, end: Extract<NextStep, { kind: 'end' }>): TurnEnd {
  const { texts, toolCalls, usage } = progress;
  return {
    status: end.status,
    text: texts.join('\n\n'),
    toolCalls,
    usage,
    ...(end.error === undefined ? {} : { error: end.error }),
  };
}

function emitLeftOut(setup: TurnSetup, turns: number): void {
  const sentence =
    turns === 1
      ? '1 older turn has no room in the request and is left out.'
      : `${turns} older turns have no room in the request and are left out.`;
  emit(setup, 'status', sentence);
}

function emit(
  { session, turn, emit: send }: TurnSetup,
  type: Delta['type'],
  text: string,
  call?: string,
): void {
  const fields = { session_id: session, turn_id: turn, text };
  if (type === 'status') send({ type, ...fields, ...(call === undefined ? {} : { tool_use_id: call }) });
  else send({ type, ...fields });
}
