import {
  addUsage,
  type Delta,
  type EntryDraft,
  type IntentId,
  type Result,
  type SessionId,
  type SettingValues,
  type TurnId,
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
import { stillFails } from './fix-rounds.ts';
import type { ResumedTurn } from './resume-turn.ts';
import type { BatchSetup } from './run-batch.ts';
import { runReplyCalls } from './run-reply-commands.ts';
import { refuseCutCalls, runRequestedCalls, runToolCalls, type ToolCallsSetup } from './run-tool-calls.ts';
import { createSummaryShow } from './show-summary.ts';
import {
  decideNext,
  goesInCircles,
  MOST_IDLE_ROUNDS,
  tooManyRounds,
  type NextStep,
} from './stop-conditions.ts';
import {
  beginProgress,
  feedbackMessage,
  finish,
  WAITING,
  type Progress,
  type TurnEnd,
  type WorkBefore,
} from './turn-progress.ts';
import { readAnswer, replyText, useReply, type Todos } from './use-reply.ts';

/** What a turn works with. */
export interface TurnSetup {
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly clock: Clock;
  readonly settings: Pick<
    SettingValues,
    'turn.maxRounds' | 'tools.maxResultChars' | 'edits.partial' | 'commands.fixRounds'
  >;
  readonly caller: ModelCaller;
  /** Other models for this turn than those of the session. */
  readonly models?: readonly [ConnectedModel, ...ConnectedModel[]];
  readonly gate: Gate;
  readonly blobs: Blobs;
  /** What the turn is for; null where no intent counts. */
  readonly intent: () => IntentId | null;
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
  /** What was run before the model is asked, at the word of a person. */
  readonly before?: WorkBefore;
  /** Asks the model after each command of a batch. */
  readonly judge: BatchSetup['judge'];
  /** Commands of a structured reply wait until a person runs them. */
  readonly holdsCommands: boolean;
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

/** A message becomes an answer: asks the model, runs what it calls, and asks again until it is done. Does not throw. */
export async function runTurn(setup: TurnSetup): Promise<TurnEnd> {
  const progress = beginProgress(setup);
  const repeats = createCallRepeats();
  const most = setup.settings['turn.maxRounds'];
  const { resumed } = setup;
  const ended = resumed === undefined ? null : await finishRound(setup, progress, { repeats, resumed });
  if (ended !== null) return ended;
  const first = (resumed?.round ?? setup.before?.rounds ?? 0) + 1;
  for (let round = first; ; round += 1) {
    const built = setup.build(progress.rounds);
    if (!built.ok) return finish(progress, { kind: 'end', status: 'failed', error: built.error });
    if (round === first && built.value.leftOutTurns > 0) emitLeftOut(setup, built.value.leftOutTurns);
    const answer = await ask(setup, built.value, progress);
    await writeAnswer(setup, answer, { round, built: built.value });
    progress.usage = addUsage(progress.usage, answer.usage);
    if (answer.text !== '') progress.texts.push(answer.text);
    if (answer.parts.length > 0) progress.rounds.push({ role: 'assistant', parts: answer.parts });

    if (setup.reply !== undefined && answer.error === null) {
      const reply = { answer, round, repeats, wish: setup.reply, built: built.value };
      const end = await runReply(setup, progress, reply);
      if (end.kind === 'ended') return end.turn;
      round += end.rounds;
      continue;
    }
    const next = decideNext(answer);
    if (next.kind !== 'end' && (await useTools(setup, progress, { answer, round, repeats, next })))
      return finish(progress, WAITING);
    const steering = next.kind === 'end' && next.status !== 'completed' ? [] : setup.takeSteering();
    progress.rounds.push(...steering);
    if (next.kind === 'end' && steering.length === 0) return finish(progress, next);
    if (setup.signal.aborted) return finish(progress, { kind: 'end', status: 'cancelled' });
    if (progress.idleRounds >= MOST_IDLE_ROUNDS)
      return finish(progress, { kind: 'end', status: 'failed', error: goesInCircles() });
    if (progress.stuck !== null)
      return finish(progress, { kind: 'end', status: 'failed', error: progress.stuck });
    if (round >= most) return finish(progress, { kind: 'end', status: 'failed', error: tooManyRounds(most) });
  }
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
  progress.stuck = progress.fixRounds.see(answer.calls, end);
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

/**
 * What a structured reply asks for is done through the same door. It ends the turn, unless a command of it failed that the model
 * may mend.
 */
async function runReply(
  setup: TurnSetup,
  progress: Progress,
  { answer, round, repeats, wish, built }: ReplyRound,
): Promise<ReplyEnd> {
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
  const show = (text: string): void => {
    const rest = text.startsWith(progress.shown) ? text.slice(progress.shown.length) : `\n${text}`;
    if (rest !== '') emit(setup, 'text', rest);
  };
  const place = { ...setup, todos: wish.todos, show };
  const used = await useReply(place, answer, { round, reading, wasCleanedUp });
  const calls = used.calls.filter(({ name }) => !setup.holdsCommands || name !== 'execute_command');
  progress.texts.splice(0, progress.texts.length, used.text);
  const work = await runReplyCalls(batchSetup(setup, repeats), calls, round + (wasCleanedUp ? 1 : 0));
  progress.toolCalls += work.toolCalls;
  progress.usage = addUsage(progress.usage, work.usage);
  if (work.shown !== '') progress.texts.push(work.shown);
  if (work.isWaiting) return over(finish(progress, WAITING));
  if (setup.signal.aborted) return over(finish(progress, { kind: 'end', status: 'cancelled' }));
  const error = used.error ?? work.error;
  if (error !== null) return over(finish(progress, { kind: 'end', status: 'failed', error }));
  const most = setup.settings['commands.fixRounds'];
  if (work.feedback === null || most === 0)
    return over(finish(progress, { kind: 'end', status: 'completed' }));
  if (progress.fixes >= most) {
    const still = stillFails(work.failed ?? 'A command', progress.fixes + 1);
    return over(finish(progress, { kind: 'end', status: 'failed', error: still }));
  }
  progress.fixes += 1;
  progress.kept.push(...progress.texts.splice(0));
  progress.rounds.push(feedbackMessage(work.feedback));
  emit(setup, 'text', '\n\n');
  return { kind: 'goes_on', rounds: work.rounds };
}

/** What a structured reply came to: the turn is over, or the model mends what failed. */
type ReplyEnd =
  | { readonly kind: 'ended'; readonly turn: TurnEnd }
  | { readonly kind: 'goes_on'; readonly rounds: number };

function over(turn: TurnEnd): ReplyEnd {
  return { kind: 'ended', turn };
}

function batchSetup(setup: TurnSetup, repeats: CallRepeats): BatchSetup {
  const { turn, record, judge, signal } = setup;
  return {
    turn,
    record,
    judge,
    signal,
    calls: (round) => callsSetup(setup, round, repeats),
    show: (text) => emit(setup, 'text', `\n\n${text.trimEnd()}`),
    mostReplacements: setup.settings['commands.fixRounds'],
  };
}

const SILENT = { text: () => undefined, thinking: () => undefined, status: () => undefined };

function cleanupRequest(text: string): CallRequest {
  return { system: cleanupRules(), messages: [{ role: 'user', parts: [{ kind: 'text', text }] }] };
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
