import { rookError, type EntryDraft, type Result, type RookError, type TurnId } from '@rook/contract';

import type { CommandReport, Gate, PassedCall, ShownFile } from '../gate/pass-gate.ts';
import type { Clock } from '../ports/clock.ts';
import type { ToolCallPart, ToolResultPart } from '../ports/model.ts';
import type { Blobs } from '../ports/store.ts';
import type { CallRepeats } from './call-repeats.ts';
import { limitResult, type LimitedResult } from './limit-result.ts';

export interface ToolCallsSetup {
  readonly turn: TurnId;
  readonly round: number;
  readonly gate: Gate;
  readonly repeats: CallRepeats;
  readonly clock: Clock;
  readonly blobs: Blobs;
  readonly record: (drafts: readonly EntryDraft[]) => Promise<Result<unknown>>;
  readonly status: (text: string, call?: string) => void;
  readonly maxResultChars: number;
  readonly signal: AbortSignal;
  /** A person chose to have these calls made. */
  readonly isOrdered?: boolean;
}

export interface ToolCallsEnd {
  /** One for each call, in the order of the calls. */
  readonly results: readonly ToolResultPart[];
  /** How many were stopped because they were made before. */
  readonly repeated: number;
  /** One waits for an answer that will come in another process; it and those behind it have no result yet. */
  readonly isWaiting: boolean;
  /** How commands ended that were run, by the id of the call. */
  readonly commands: ReadonlyMap<string, CommandReport>;
  /** Why calls were not made, or broke, by their id. */
  readonly errors: ReadonlyMap<string, RookError>;
}

/**
 * Writes each call down before anything happens, has the gate judge it, runs what is allowed, and writes down what
 * came of it. Calls that only read run side by side; any other waits for those before it and is waited for.
 */
export async function runToolCalls(
  setup: ToolCallsSetup,
  calls: readonly ToolCallPart[],
): Promise<ToolCallsEnd> {
  await setup.record(calls.map((call) => requested(setup, call)));
  return runRequestedCalls(setup, calls);
}

/** The same for calls that were written down before, by a process that ended while a person was asked. */
export async function runRequestedCalls(
  setup: ToolCallsSetup,
  calls: readonly ToolCallPart[],
): Promise<ToolCallsEnd> {
  const results: ToolResultPart[] = [];
  const room: ResultRoom = { characters: setup.maxResultChars * MOST_FULL_RESULTS };
  let repeated = 0;
  const commands = new Map<string, CommandReport>();
  const errors = new Map<string, RookError>();
  for (const group of groupCalls(calls.slice(0, MOST_CALLS), setup.gate)) {
    if (setup.signal.aborted) {
      results.push(...(await refuseAll(setup, group, 'cancelled', CANCELLED)));
      continue;
    }
    const passed: PassedCall[] = [];
    // One after the other, so that the journal tells it in the order of the calls.
    for (const call of group) {
      const one = await passCall(setup, call);
      if (!one.allowed && one.isWaiting === true) break;
      passed.push(one);
    }
    repeated += passed.filter((one) => !one.allowed && one.error.code === 'repeated_call').length;
    const judged = group.slice(0, passed.length);
    const running = judged.map((call, index) => perform(setup, call, { passed: passed[index], room }));
    for (const [index, call] of judged.entries()) {
      const done = await running[index];
      if (done === undefined) continue;
      await setup.record(done.entries);
      results.push({ id: call.id, name: call.name, text: done.text, failed: done.failed });
      if (done.command !== undefined) commands.set(call.id, done.command);
      if (done.error !== undefined) errors.set(call.id, done.error);
    }
    if (passed.some((one) => one.allowed && one.effect !== 'read' && one.effect !== 'network'))
      setup.repeats.changed();
    if (judged.length < group.length) return { results, repeated, isWaiting: true, commands, errors };
  }
  results.push(...(await refuseAll(setup, calls.slice(MOST_CALLS), 'number-of-calls', TOO_MANY)));
  return { results, repeated, isWaiting: false, commands, errors };
}

/** More in one answer are refused, and the model is told to make fewer. */
const MOST_CALLS = 100;
const TOO_MANY = rookError(
  'too_many_calls',
  `An answer may make ${MOST_CALLS} calls at most, so this one was not run; make it again if you still need it.`,
);
/** So many results of full length go into one round; what comes behind them is cut shorter. */
const MOST_FULL_RESULTS = 8;
const LEAST_CHARACTERS = 1000;
const MOST_SIDE_BY_SIDE = 8;

/** What is left for the results of a round. */
interface ResultRoom {
  characters: number;
}

/** Neighbours that only read stand together; every other call stands alone. */
function groupCalls(calls: readonly ToolCallPart[], gate: Gate): readonly (readonly ToolCallPart[])[] {
  const groups: ToolCallPart[][] = [];
  let open = false;
  for (const call of calls) {
    const reads = gate.readsOnly(call.name);
    const last = groups.at(-1);
    if (reads && open && last !== undefined && last.length < MOST_SIDE_BY_SIDE) last.push(call);
    else groups.push([call]);
    open = reads;
  }
  return groups;
}

async function passCall(setup: ToolCallsSetup, call: ToolCallPart): Promise<PassedCall> {
  const { turn, gate, repeats, signal, isOrdered = false } = setup;
  const { id, name, input } = call;
  return gate.pass({ turn, id, name, input, repeats: repeats.count(name, input), signal, isOrdered });
}

interface Done {
  readonly text: string;
  readonly failed: boolean;
  readonly command?: CommandReport;
  readonly error?: RookError;
  readonly entries: readonly EntryDraft[];
}

async function perform(
  setup: ToolCallsSetup,
  call: ToolCallPart,
  { passed, room }: { readonly passed: PassedCall | undefined; readonly room: ResultRoom },
): Promise<Done> {
  const started = setup.clock.monotonic();
  if (passed === undefined || !passed.allowed) return failed(setup, call, passed?.error ?? NEVER_JUDGED, 0);
  setup.status(`Calling ${setup.gate.shownName(call.name)}...`, call.id);
  const reply = await passed.run(setup.signal);
  const milliseconds = setup.clock.monotonic() - started;
  if (!reply.ok) return failed(setup, call, reply.error, milliseconds);
  const most = Math.min(setup.maxResultChars, Math.max(LEAST_CHARACTERS, room.characters));
  room.characters -= Math.min(most, reply.value.text.length);
  const limited = await limitResult(reply.value.text, most, setup.blobs);
  if (!limited.ok) return failed(setup, call, limited.error, milliseconds);
  // Of what was cut here nobody knows any more which lines the model saw.
  const files = limited.value.whole === undefined ? (reply.value.shown ?? []) : [];
  const shown = files.map((file) => shownEntry(setup.turn, file));
  const { text } = limited.value;
  const isFailed = reply.value.failed === true;
  return {
    text,
    failed: isFailed,
    ...(reply.value.command === undefined ? {} : { command: reply.value.command }),
    entries: [...shown, ended(setup, call, milliseconds, toResult(limited.value, isFailed))],
  };
}

const NEVER_JUDGED = rookError('internal', 'The call was never judged, so it was not run.');

function toResult({ text, whole }: LimitedResult, isFailed: boolean): ToolResult {
  return {
    ok: !isFailed,
    reply: text,
    ...(isFailed ? { error: text } : {}),
    ...(whole === undefined ? {} : { whole }),
  };
}

function failed(setup: ToolCallsSetup, call: ToolCallPart, error: RookError, milliseconds: number): Done {
  const text = describeFailure(error);
  const result: ToolResult = { ok: false, reply: text, error: error.message };
  return { text, failed: true, error, entries: [ended(setup, call, milliseconds, result)] };
}

/** A model acts on the sentence, and on whether to try again. */
function describeFailure({ code, kind, message, retryable }: RookError): string {
  return JSON.stringify({ error: message, code, kind, retryable });
}

function shownEntry(turn: TurnId, { path, sha256, md5, size, whole, ranges }: ShownFile): EntryDraft {
  const facts = { path, sha256, md5, size, whole, ...(ranges === undefined ? {} : { ranges }) };
  return { event_type: 'file_shown', turn_id: turn, ...facts, by: 'ai-adhoc' };
}

type ToolResult = Extract<EntryDraft, { event_type: 'tool_call' }>['result'];

function requested({ turn, round }: ToolCallsSetup, { id, name, input }: ToolCallPart): EntryDraft {
  return {
    event_type: 'tool_call_requested',
    turn_id: turn,
    tool_use_id: id,
    tool: { name, input: input ?? null },
    round,
  };
}

function ended(
  { turn, gate }: ToolCallsSetup,
  { id, name, input }: ToolCallPart,
  milliseconds: number,
  result: ToolResult,
): EntryDraft {
  return {
    event_type: 'tool_call',
    turn_id: turn,
    tool: { name: gate.shownName(name), input: input ?? null },
    result,
    timing_ms: Math.round(milliseconds * 1000) / 1000,
    tool_use_id: id,
  };
}

/** For calls of an answer that was cut: none of it is run. */
export async function refuseCutCalls(
  setup: ToolCallsSetup,
  calls: readonly ToolCallPart[],
): Promise<readonly ToolResultPart[]> {
  await setup.record(calls.map((call) => requested(setup, call)));
  return refuseAll(setup, calls, 'complete-answer', CUT);
}

const CUT = rookError(
  'truncated',
  'The answer was cut before its end, so none of its calls was run; make fewer or smaller calls at a time.',
);
const CANCELLED = rookError('cancelled', 'The turn was cancelled before this call; it was not run.');

async function refuseAll(
  setup: ToolCallsSetup,
  calls: readonly ToolCallPart[],
  rule: string,
  error: RookError,
): Promise<readonly ToolResultPart[]> {
  const results: ToolResultPart[] = [];
  for (const call of calls) {
    const { id, name } = call;
    const { text, entries } = failed(setup, call, error, 0);
    const fields = { turn_id: setup.turn, tool_use_id: id, rule, error: { ...error } };
    await setup.record([{ event_type: 'tool_call_refused', ...fields }, ...entries]);
    results.push({ id, name, text, failed: true });
  }
  return results;
}
