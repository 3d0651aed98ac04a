import {
  addUsage,
  emptyUsage,
  rookError,
  type EntryDraft,
  type EntryOf,
  type Result,
  type RookError,
  type TurnId,
  type Usage,
} from '@rook/contract';

import { describeProgress, listCommands, type BatchProgress } from '../commands/batch-progress.ts';
import type { BatchVerdict } from '../commands/batch-verdict.ts';
import { BATCH_CALL } from '../journal/fold-batches.ts';
import { runRequestedCalls, runToolCalls, type ToolCallsSetup } from './run-tool-calls.ts';

export interface BatchCommand {
  readonly command: string;
  readonly cwd?: string;
  readonly timeout?: number;
}

export interface BatchOrder {
  readonly commands: readonly BatchCommand[];
  /** The round of the first command; each has one of its own. */
  readonly firstRound: number;
  /** A person chose them. What the model puts in the place of one is its own, and is judged as such. */
  readonly isOrdered: boolean;
  /** The first one was written down before, by a process that ended while a person was asked. */
  readonly isRequested?: true;
  /** The model is also asked after the last one, where that failed. */
  readonly asksLast: boolean;
}

export interface BatchSetup {
  readonly turn: TurnId;
  readonly calls: (round: number, isOrdered: boolean) => ToolCallsSetup;
  /** Asks the model what to do next. `feedback` is what it is told of the command alone. */
  readonly judge: (feedback: string, progress: BatchProgress) => Promise<JudgedStep>;
  readonly record: (
    drafts: readonly EntryDraft[],
    options?: { durable: boolean },
  ) => Promise<Result<unknown>>;
  readonly show: (text: string) => void;
  /** So often may the model put another command in the place of the next. */
  readonly mostReplacements: number;
  readonly signal: AbortSignal;
}

/** What the model said, and what that has cost. */
interface JudgedStep {
  readonly verdict: Result<BatchVerdict>;
  /** False: the model could not be asked. */
  readonly isAsked: boolean;
  readonly answer: string;
  readonly model: string;
  readonly usage: Usage;
}

export interface BatchEnd {
  readonly status: 'completed' | 'cancelled' | 'failed' | 'waiting';
  readonly endedBy: EntryOf<'batch_ended'>['ended_by'];
  /** What was run or refused, in order. */
  readonly steps: readonly BatchStep[];
  readonly left: readonly string[];
  /** What a person was shown. */
  readonly text: string;
  readonly usage: Usage;
  readonly error?: RookError;
}

interface BatchStep {
  readonly command: string;
  readonly isOk: boolean;
  /** What the model is told of it. */
  readonly feedback: string;
}

/**
 * Runs commands one after the other. After each, what it printed is shown, and the model says in one field whether the next
 * one runs, another in its place, or none. Whoever stops it ends the command that runs and all that wait.
 */
export async function runBatch(setup: BatchSetup, order: BatchOrder): Promise<BatchEnd> {
  const { turn, record, show } = setup;
  const state: BatchState = {
    queue: order.commands.map((command) => ({ ...command, isOrdered: order.isOrdered })),
    steps: [],
    shown: [],
    unrun: [],
    usage: emptyUsage(),
    replaced: 0,
  };
  const commands = order.commands.map(({ command }) => command);
  await record([{ event_type: 'batch_started', turn_id: turn, commands }], { durable: true });
  let stop: BatchStop | null = null;
  while (stop === null) stop = await runNext(setup, order, state);
  const waiting = state.queue.map(({ command }) => command);
  // Whoever goes on after the question runs what is left, and that a model put something in its place stands.
  const left = stop.by === 'waiting' ? waiting : [...state.unrun, ...waiting];
  const last = tellStop(stop, left);
  if (last !== '') {
    state.shown.push(last);
    show(`${last}\n`);
  }
  await record([endedEntry(turn, state, stop, left)], { durable: true });
  return {
    status: STATUSES[stop.by],
    endedBy: stop.by,
    steps: state.steps,
    left,
    text: state.shown.join('\n\n'),
    usage: state.usage,
    ...(stop.error === undefined ? {} : { error: stop.error }),
  };
}

const STATUSES = {
  done: 'completed',
  model: 'completed',
  person: 'cancelled',
  unreadable: 'failed',
  failed: 'failed',
  limit: 'failed',
  waiting: 'waiting',
} as const;

interface QueuedCommand extends BatchCommand {
  readonly isOrdered: boolean;
  /** What a person chose, where the model put this in its place. */
  readonly insteadOf?: string;
}

interface BatchState {
  readonly queue: QueuedCommand[];
  /** What a person chose and was neither run nor anything in its place. */
  readonly unrun: string[];
  readonly steps: BatchStep[];
  readonly shown: string[];
  usage: Usage;
  replaced: number;
}

interface BatchStop {
  readonly by: keyof typeof STATUSES;
  readonly reason?: string;
  readonly error?: RookError;
}

/** Null: it goes on. */
async function runNext(setup: BatchSetup, order: BatchOrder, state: BatchState): Promise<BatchStop | null> {
  if (setup.signal.aborted) return { by: 'person' };
  const next = state.queue.shift();
  if (next === undefined) return { by: 'done' };
  const { isOrdered, insteadOf, ...input } = next;
  const round = order.firstRound + state.steps.length;
  const id = `${BATCH_CALL}${round}`;
  const call = { kind: 'tool_call', id, name: 'execute_command', input } as const;
  const isRequested = order.isRequested === true && state.steps.length === 0;
  const run = isRequested ? runRequestedCalls : runToolCalls;
  const end = await run(setup.calls(round, isOrdered), [call]);
  if (end.isWaiting) return { by: 'waiting' };
  const [result] = end.results;
  const isOk = result !== undefined && !result.failed;
  const feedback = result?.text ?? '';
  state.steps.push({ command: next.command, isOk, feedback });
  const report = end.commands.get(id);
  const chosen = insteadOf ?? (isOrdered ? next.command : undefined);
  if (report === undefined && chosen !== undefined) state.unrun.push(chosen);
  const output =
    report === undefined
      ? `It was not run: ${end.errors.get(id)?.message ?? feedback}`
      : [report.output.trimEnd(), ...report.notes].join('\n');
  const progress = measure(state, { command: next.command, isOk, output: output.trim() });
  const text = describeProgress(progress);
  state.shown.push(text);
  setup.show(`${text}\n\n`);
  if (setup.signal.aborted) return { by: 'person' };
  if (state.queue.length === 0 && (isOk || !order.asksLast)) return { by: 'done' };
  const unrun = report === undefined ? chosen : undefined;
  return heed(setup, state, { next, unrun, judged: await setup.judge(feedback, progress) });
}

function measure(
  { steps, queue }: BatchState,
  step: Pick<BatchProgress, 'command' | 'isOk' | 'output'>,
): BatchProgress {
  const succeeded = steps.filter(({ isOk }) => isOk).length;
  return {
    ...step,
    number: steps.length,
    succeeded,
    failed: steps.length - succeeded,
    remaining: queue.map(({ command }) => command),
  };
}

interface Heard {
  /** The command that it was said about. */
  readonly next: QueuedCommand;
  /** What a person chose, where neither that nor this was run. */
  readonly unrun: string | undefined;
  readonly judged: JudgedStep;
}

async function heed(
  { turn, record, show, signal, mostReplacements }: BatchSetup,
  state: BatchState,
  { next, unrun, judged }: Heard,
): Promise<BatchStop | null> {
  const { verdict, isAsked } = judged;
  state.usage = addUsage(state.usage, judged.usage);
  await record([judgedEntry(turn, state.steps.length, judged)], { durable: true });
  if (signal.aborted) return { by: 'person' };
  if (!verdict.ok)
    return {
      by: isAsked ? 'unreadable' : 'failed',
      reason: verdict.error.message,
      error: verdict.error,
    };
  const { value } = verdict;
  if (value.decision === 'continue') return null;
  if (value.decision === 'stop')
    return { by: 'model', ...(value.reason === undefined ? {} : { reason: value.reason }) };
  if (state.replaced >= mostReplacements) {
    const error = tooManyReplacements(mostReplacements);
    return { by: 'limit', reason: error.message, error };
  }
  state.replaced += 1;
  const swap = describeSwap(value, state.queue[0]?.command);
  state.shown.push(swap);
  show(`${swap}\n\n`);
  state.queue.splice(0, 1, replacementOf(state, { next, unrun }, value.command));
  return null;
}

/** Who is asked about it, or sees that it was refused, has not chosen it. */
function describeSwap(
  { command, reason }: Extract<BatchVerdict, { decision: 'replace' }>,
  next: string | undefined,
): string {
  const what =
    next === undefined
      ? `runs another command: ${listCommands([command])}`
      : `runs ${listCommands([command])} in place of ${listCommands([next])}`;
  return `The model ${what}${reason === undefined ? '' : ` (${reason.replaceAll(/\s+/gu, ' ')})`}`;
}

/** It takes the place of the next one, or, behind the last one, of that. */
function replacementOf(
  { queue, unrun: all }: BatchState,
  { next, unrun }: Omit<Heard, 'judged'>,
  command: string,
): QueuedCommand {
  const [waiting] = queue;
  if (waiting !== undefined)
    return {
      ...waiting,
      command,
      isOrdered: false,
      ...(waiting.isOrdered ? { insteadOf: waiting.command } : {}),
    };
  // What was refused may be done by this one.
  if (unrun !== undefined) all.pop();
  const { cwd, timeout } = next;
  return {
    ...(cwd === undefined ? {} : { cwd }),
    ...(timeout === undefined ? {} : { timeout }),
    command,
    isOrdered: false,
    ...(unrun === undefined ? {} : { insteadOf: unrun }),
  };
}

function tooManyReplacements(most: number): RookError {
  const sentence = `The model wanted another command for the ${ordinal(most + 1)} time, and commands.fixRounds allows ${most}; it was not run, and neither was the rest.`;
  return rookError('too_many_rounds', sentence);
}

function ordinal(number: number): string {
  const endings = ['th', 'st', 'nd', 'rd'];
  const isTeen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${isTeen ? 'th' : (endings[number % 10] ?? 'th')}`;
}

/** Why it ended before its end, and what that leaves. */
function tellStop({ by, reason }: BatchStop, left: readonly string[]): string {
  const rest = left.length === 0 ? '' : `Not run: ${listCommands(left)}`;
  const why = {
    done: '',
    model: 'The model stopped it',
    person: 'You stopped it',
    waiting: 'A question waits',
  };
  const head =
    by === 'unreadable' || by === 'failed' || by === 'limit' ? (reason ?? '') : withReason(why[by], reason);
  return [head, rest].filter((part) => part !== '').join('\n');
}

function withReason(head: string, reason: string | undefined): string {
  if (head === '') return '';
  return reason === undefined ? `${head}.` : `${head}: ${reason}`;
}

function judgedEntry(turn: TurnId, after: number, judged: JudgedStep): EntryDraft {
  const { verdict, isAsked, answer, model, usage } = judged;
  const said = verdict.ok
    ? { ...verdict.value }
    : { decision: isAsked ? ('unreadable' as const) : ('unasked' as const), reason: verdict.error.message };
  return {
    event_type: 'batch_judged',
    turn_id: turn,
    after,
    ...said,
    ...(model === '' ? {} : { model, answer, usage }),
  };
}

function endedEntry(
  turn: TurnId,
  { steps }: BatchState,
  { by, reason }: BatchStop,
  left: readonly string[],
): EntryDraft {
  const succeeded = steps.filter(({ isOk }) => isOk).length;
  return {
    event_type: 'batch_ended',
    turn_id: turn,
    ended_by: by,
    succeeded,
    failed: steps.length - succeeded,
    ran: steps.map(({ command }) => command),
    left: [...left],
    ...(reason === undefined ? {} : { reason }),
  };
}
