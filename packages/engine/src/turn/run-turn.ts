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
import type { ModelMessage } from '../ports/model.ts';
import type { Blobs } from '../ports/store.ts';
import { readReply } from '../replies/read-reply.ts';
import { mayBeCleanedUp } from '../replies/reply-bugs.ts';
import { cleanupRules } from '../replies/reply-rules.ts';
import { createCallRepeats, type CallRepeats } from './call-repeats.ts';
import { collectAnswer, type Answer } from './collect-answer.ts';
import type { ResumedTurn } from './resume-turn.ts';
import { refuseCutCalls, runRequestedCalls, runToolCalls, type ToolCallsSetup } from './run-tool-calls.ts';
import { createSummaryShow } from './show-summary.ts';
import {
  decideNext,
  goesInCircles,
  MOST_IDLE_ROUNDS,
  tooManyRounds,
  type NextStep,
} from './stop-conditions.ts';
import { readAnswer, replyText, useReply, type Todos } from './use-reply.ts';

/** What a turn works with. */
export interface TurnSetup {
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly clock: Clock;
  readonly settings: Pick<SettingValues, 'turn.maxRounds' | 'tools.maxResultChars' | 'edits.partial'>;
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
  /** A structured reply is asked for; left out: text and tool calls. */
  readonly reply?: ReplyWish;
  /** What the turn had when a process ended that waited for an answer. */
  readonly resumed?: ResumedTurn;
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

export interface ReplyWish {
  /** The model that may mend the form of a reply that cannot be read; null: none may. */
  readonly cleanup: readonly [ConnectedModel, ...ConnectedModel[]] | null;
  /** As they stand. */
  readonly todos: Todos;
}

/** How a turn ended; the `turn` entry is made of it. `waiting`: it has not, and goes on when an answer comes. */
export interface TurnEnd {
  readonly status: 'completed' | 'cancelled' | 'failed' | 'waiting';
  /** All that the model said in this turn. */
  readonly text: string;
  readonly toolCalls: number;
  readonly usage: Usage;
  readonly error?: RookError;
}

/** A message becomes an answer: asks the model, runs what it calls, and asks again until it is done. Does not throw. */
export async function runTurn(setup: TurnSetup): Promise<TurnEnd> {
  const progress: Progress = {
    rounds: [],
    texts: [],
    toolCalls: 0,
    usage: emptyUsage(),
    idleRounds: 0,
    shown: '',
  };
  const repeats = createCallRepeats();
  const most = setup.settings['turn.maxRounds'];
  const { resumed } = setup;
  const ended = resumed === undefined ? null : await finishRound(setup, progress, { repeats, resumed });
  if (ended !== null) return ended;
  const first = (resumed?.round ?? 0) + 1;
  for (let round = first; ; round += 1) {
    const built = setup.build(progress.rounds);
    if (!built.ok) return finish(progress, { kind: 'end', status: 'failed', error: built.error });
    if (round === first && built.value.leftOutTurns > 0) emitLeftOut(setup, built.value.leftOutTurns);
    const answer = await ask(setup, built.value, progress);
    await writeAnswer(setup, answer, { round, built: built.value });
    progress.usage = addUsage(progress.usage, answer.usage);
    if (answer.text !== '') progress.texts.push(answer.text);
    if (answer.parts.length > 0) progress.rounds.push({ role: 'assistant', parts: answer.parts });

    if (setup.reply !== undefined && answer.error === null)
      return runReply(setup, progress, { answer, round, repeats, wish: setup.reply, built: built.value });
    const next = decideNext(answer);
    if (next.kind !== 'end' && (await useTools(setup, progress, { answer, round, repeats, next })))
      return finish(progress, WAITING);
    const steering = next.kind === 'end' && next.status !== 'completed' ? [] : setup.takeSteering();
    progress.rounds.push(...steering);
    if (next.kind === 'end' && steering.length === 0) return finish(progress, next);
    if (setup.signal.aborted) return finish(progress, { kind: 'end', status: 'cancelled' });
    if (progress.idleRounds >= MOST_IDLE_ROUNDS)
      return finish(progress, { kind: 'end', status: 'failed', error: goesInCircles() });
    if (round >= most) return finish(progress, { kind: 'end', status: 'failed', error: tooManyRounds(most) });
  }
}

const WAITING = { kind: 'end', status: 'waiting' } as const;

interface Progress {
  /** What was said and done in this turn, as the model is sent it. */
  readonly rounds: ModelMessage[];
  readonly texts: string[];
  toolCalls: number;
  usage: Usage;
  /** Rounds in a row in which every call was one that was made before. */
  idleRounds: number;
  /** What was shown of a structured reply while it came. */
  shown: string;
}

async function ask(setup: TurnSetup, { request }: BuiltTurnRequest, progress: Progress): Promise<Answer> {
  const { caller, signal, turn, models } = setup;
  const options = { signal, place: { turn }, ...(models === undefined ? {} : { models }) };
  const show = (text: string): void => emit(setup, 'text', text);
  const summary = setup.reply === undefined ? null : createSummaryShow(show);
  const answer = await collectAnswer(caller.call(request, options), {
    text: summary === null ? show : summary.push,
    thinking: (text) => emit(setup, 'thinking', text),
    status: (text) => emit(setup, 'status', text),
  });
  progress.shown = summary?.shown() ?? '';
  return answer;
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

/** True: a call waits for an answer that will come in another process. */
async function useTools(
  setup: TurnSetup,
  progress: Progress,
  { answer, round, repeats, next }: CalledTools,
): Promise<boolean> {
  const calls = callsSetup(setup, round, repeats);
  progress.toolCalls += answer.calls.length;
  if (next.kind === 'refuse_cut') {
    progress.rounds.push({ role: 'tool', results: await refuseCutCalls(calls, answer.calls) });
    return false;
  }
  const end = await runToolCalls(calls, answer.calls);
  progress.idleRounds = end.repeated === answer.calls.length ? progress.idleRounds + 1 : 0;
  progress.rounds.push({ role: 'tool', results: end.results });
  return end.isWaiting;
}

function callsSetup(setup: TurnSetup, round: number, repeats: CallRepeats): ToolCallsSetup {
  const { turn, gate, clock, blobs, record, signal } = setup;
  return {
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
}

/** Goes on where a process ended that waited for an answer: what was not run of its last round is run now. */
async function finishRound(
  setup: TurnSetup,
  progress: Progress,
  { repeats, resumed }: { readonly repeats: CallRepeats; readonly resumed: ResumedTurn },
): Promise<TurnEnd | null> {
  const { round, calls, texts, usage } = resumed;
  progress.usage = usage;
  progress.texts.push(...texts);
  progress.toolCalls = resumed.toolCalls;
  const end = await runRequestedCalls(callsSetup(setup, round, repeats), calls);
  if (end.isWaiting) return finish(progress, WAITING);
  progress.rounds.push(...resumed.messages(end.results));
  if (setup.signal.aborted) return finish(progress, { kind: 'end', status: 'cancelled' });
  if (setup.reply === undefined) return null;
  // A structured reply ends the turn.
  const reading = readReply(texts.at(-1) ?? '', { finishReason: 'stop' });
  if (reading.complete) progress.texts.splice(0, progress.texts.length, replyText(reading));
  return finish(progress, { kind: 'end', status: 'completed' });
}

interface ReplyRound extends Omit<CalledTools, 'next'> {
  readonly wish: ReplyWish;
  readonly built: BuiltTurnRequest;
}

/** A structured reply ends the turn: what it asks for is done through the same door, and what came of it is told. */
async function runReply(
  setup: TurnSetup,
  progress: Progress,
  { answer, round, repeats, wish, built }: ReplyRound,
): Promise<TurnEnd> {
  let reading = readAnswer(answer);
  let wasCleanedUp = false;
  if (wish.cleanup !== null && mayBeCleanedUp(reading)) {
    emit(setup, 'status', 'The reply cannot be read; another model mends its form.');
    const request = cleanupRequest(answer.text);
    const mended = await collectAnswer(
      setup.caller.call(request, { signal: setup.signal, place: { turn: setup.turn }, models: wish.cleanup }),
      SILENT,
    );
    await writeAnswer(setup, mended, { round: round + 1, built: { ...built, request } });
    progress.usage = addUsage(progress.usage, mended.usage);
    const second = readAnswer(mended);
    wasCleanedUp = mended.error === null && second.complete;
    if (wasCleanedUp) reading = second;
  }
  const used = await useReply({ ...setup, todos: wish.todos }, answer, { round, reading, wasCleanedUp });
  const made = { answer: { ...answer, calls: used.calls }, round, repeats, next: { kind: 'tools' } } as const;
  if (used.calls.length > 0 && (await useTools(setup, progress, made))) return finish(progress, WAITING);
  progress.texts.splice(0, progress.texts.length, used.text);
  const rest = used.text.startsWith(progress.shown)
    ? used.text.slice(progress.shown.length)
    : `\n${used.text}`;
  if (rest !== '') emit(setup, 'text', rest);
  const status = setup.signal.aborted ? 'cancelled' : used.error === null ? 'completed' : 'failed';
  return finish(progress, { kind: 'end', status, ...(used.error === null ? {} : { error: used.error }) });
}

const SILENT = { text: () => undefined, thinking: () => undefined, status: () => undefined };

function cleanupRequest(text: string): CallRequest {
  return { system: cleanupRules(), messages: [{ role: 'user', parts: [{ kind: 'text', text }] }] };
}

function finish(progress: Progress, end: Extract<NextStep, { kind: 'end' }> | typeof WAITING): TurnEnd {
  const { texts, toolCalls, usage } = progress;
  return {
    status: end.status,
    text: texts.join('\n\n'),
    toolCalls,
    usage,
    ...('error' in end && end.error !== undefined ? { error: end.error } : {}),
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
  type: Exclude<Delta['type'], 'preview' | 'command_output'>,
  text: string,
  call?: string,
): void {
  const fields = { session_id: session, turn_id: turn, text };
  if (type === 'status') send({ type, ...fields, ...(call === undefined ? {} : { tool_use_id: call }) });
  else send({ type, ...fields });
}
