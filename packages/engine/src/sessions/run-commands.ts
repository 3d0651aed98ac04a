import { dirname } from 'node:path';

import {
  emptyUsage,
  fail,
  rookError,
  succeed,
  type ChangeSetId,
  type EntryDraft,
  type IntentId,
  type Result,
  type RookError,
  type SessionId,
  type TurnId,
} from '@rook/contract';

import { createChangeSetIds } from '../edits/change-set-ids.ts';
import { createRulesReader } from '../gate/load-user-rules.ts';
import type { CommandReport, Gate } from '../gate/pass-gate.ts';
import { createCommandGate } from '../gate/workspace-gate.ts';
import { findOutOfScope } from '../intents/governance.ts';
import { createMessageId, createSessionId } from '../journal/create-ids.ts';
import type { CommandShell } from '../ports/command-shell.ts';
import type { OutputPiece, Shell } from '../ports/shell.ts';
import {
  adviseTyper,
  directApprovals,
  revisionOf,
  settleLedger,
  startOf,
  type ApplySetup,
} from './direct-order.ts';
import { equipCommands } from './equip-commands.ts';
import { governOrder, type GovernedOrder } from './govern-order.ts';
import { notedStore } from './noted-store.ts';
import { recoverLeftChanges } from './recover-changes.ts';
import { createSessionRecord, type SessionRecord } from './session-record.ts';

export interface CommandSetup extends ApplySetup {
  readonly shell: Shell;
  readonly commandShell: CommandShell;
  /** Resolves when more output can be shown. */
  readonly ready?: () => Promise<void>;
  readonly notice: (text: string) => void;
  /** Is given what commands print, byte for byte, beside the listener, who is given text. */
  readonly printed?: (piece: OutputPiece) => void;
}

export interface CommandOrder {
  /** One after the other; the first that fails ends it. */
  readonly commands: readonly string[];
  /** Relative to the workspace. Left out: the workspace. */
  readonly folder?: string;
  /** Left out: what the setting says. */
  readonly timeoutSeconds?: number;
  /** What the person typed, for the record. */
  readonly label: string;
  readonly intent?: IntentId;
  readonly signal: AbortSignal;
}

export interface RanCommands {
  readonly session: SessionId;
  /** In order; those behind one that failed are missing. */
  readonly runs: readonly OrderedRun[];
  /** Those that were left because one before them failed, or the first of them was refused. */
  readonly notRun: readonly string[];
  /** Why the one behind those that ran was not run; null: it failed, or there is none. */
  readonly refused: RookError | null;
  /** False: something could not be written down. */
  readonly isRecorded: boolean;
}

export interface OrderedRun extends CommandReport {
  readonly command: string;
  readonly changeSet: ChangeSetId | null;
  /** What a model would be told of it. */
  readonly text: string;
}

/**
 * Runs commands that a person typed, in a session of their own: their word stands for the question, and every other rule holds. Where
 * none was run the whole fails; what ran before one that was refused is told with the reason.
 */
export async function runCommands(setup: CommandSetup, order: CommandOrder): Promise<Result<RanCommands>> {
  await recoverLeftChanges(setup);
  const governed = await governOrder(setup, {
    ...(order.intent === undefined ? {} : { named: order.intent }),
    dryRun: false,
  });
  if (!governed.ok) return governed;
  const id = createSessionId(setup.brand, setup.clock.now());
  const record = createSessionRecord(setup, id);
  const opened = await record.open(order.label);
  if (!opened.ok) return opened;
  const turn = record.nextTurn();
  await governed.value.begin(record.append, { dryRun: false });
  await record.append(beginning(setup, { turn, text: order.label, isGoverned: governed.value.isOn }), {
    durable: true,
  });
  const { gate, close } = openGate(setup, { id, record, governed: governed.value });
  const runs: OrderedRun[] = [];
  let error: RookError | null = null;
  for (const [index, command] of order.commands.entries()) {
    const ran = await runOne(setup, { gate, record, turn, order }, command, index + 1);
    if (ran.ok) runs.push(ran.value);
    else ({ error } = ran);
    if (!ran.ok || ran.value.code !== 0 || ran.value.by !== 'itself') break;
  }
  await close();
  await record.append([ending(turn, order.label, { runs, error })], { durable: true });
  await settleLedger(setup, { session: id, record, isOn: governed.value.isOn });
  await record.settle();
  const isWritten = record.unwritten() === 0;
  const closed = await record.close();
  const refused = error === null ? null : nameRest(error, order.commands.slice(runs.length + 1));
  if (refused !== null && runs.length === 0) return fail(refused);
  const notRun = order.commands.slice(runs.length);
  return succeed({ session: id, runs, notRun, refused, isRecorded: isWritten && closed.ok });
}

function nameRest(error: RookError, rest: readonly string[]): RookError {
  return rest.length === 0
    ? error
    : { ...error, message: `${error.message} Not run either: ${rest.join('; ')}` };
}

interface GatePlace {
  readonly id: SessionId;
  readonly record: SessionRecord;
  readonly governed: GovernedOrder;
}

interface OpenGate {
  readonly gate: Gate;
  /** Lets go of what was held for commands. */
  readonly close: () => Promise<void>;
}

function openGate(setup: CommandSetup, { id, record, governed }: GatePlace): OpenGate {
  const { workspace, settings, store, clock, commandShell, ready, notice, printed } = setup;
  const changes = {
    store: notedStore(store, id),
    journal: { append: record.append },
    nextId: createChangeSetIds(clock),
    shown: () => null,
    rule: 'disk' as const,
    intent: () => governed.intent,
    revision: revisionOf(setup, governed),
    scope: async () => findOutOfScope(governed.look),
    cost: () => null,
    partial: false,
    dryRun: false,
    todoCount: () => 0,
  };
  const place = { id, record, workspace, shell: commandShell, by: 'user' as const, notice };
  const commands = equipCommands(setup, {
    ...place,
    ...(ready === undefined ? {} : { ready }),
    ...(printed === undefined ? {} : { printed }),
  });
  const gate = createCommandGate(
    { workspace, changes, commands, ignore: settings['edits.ignore'] },
    {
      settings: { ...settings, 'tools.allow': null },
      autoEdits: true,
      answers: 'once',
      protectedAnswers: setup.protectedAnswers,
      unasked: adviseTyper,
      ...directApprovals(setup, record.append),
      clock,
      intent: () => governed.intent,
      governance: governed.look,
      userRules: createRulesReader(setup.rules),
      home: dirname(setup.rules.path),
      record: record.append,
    },
  );
  return { gate, close: async () => commands.watch.close() };
}

interface RunPlace {
  readonly gate: Gate;
  readonly record: SessionRecord;
  readonly turn: TurnId;
  readonly order: CommandOrder;
}

async function runOne(
  { clock }: CommandSetup,
  { gate, record, turn, order }: RunPlace,
  command: string,
  number: number,
): Promise<Result<OrderedRun>> {
  const { folder, timeoutSeconds, signal } = order;
  const input = {
    command,
    ...(folder === undefined ? {} : { cwd: folder }),
    ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
  };
  const call = { id: `command-${number}`, name: 'execute_command', input };
  const requested = { turn_id: turn, tool_use_id: call.id, tool: { name: call.name, input } };
  await record.append([{ event_type: 'tool_call_requested', ...requested, round: 1 }]);
  const started = clock.monotonic();
  const passed = await gate.pass({ turn, ...call, repeats: 0 });
  const done = passed.allowed ? await passed.run(signal) : fail(passed.error);
  const result = done.ok
    ? { ok: done.value.failed !== true, reply: done.value.text }
    : { ok: false, error: done.error.message };
  const milliseconds = Math.round(clock.monotonic() - started);
  await record.append([{ event_type: 'tool_call', ...requested, result, timing_ms: milliseconds }]);
  if (!done.ok) return done;
  const { command: report, changes, text } = done.value;
  if (report === undefined) return fail(rookError('internal', 'How the command ended was not reported.'));
  return succeed({ ...report, command, changeSet: changes?.changeSet ?? null, text });
}

interface Beginning {
  readonly turn: TurnId;
  readonly text: string;
  readonly isGoverned: boolean;
}

function beginning({ clock }: CommandSetup, { turn, text, isGoverned }: Beginning): readonly EntryDraft[] {
  const messageId = createMessageId(clock.now());
  return [
    { event_type: 'message_admitted', message_id: messageId, text },
    startOf(turn, messageId, isGoverned),
  ];
}

function ending(
  turn: TurnId,
  label: string,
  { runs, error }: { readonly runs: readonly OrderedRun[]; readonly error: RookError | null },
): EntryDraft {
  const isCancelled = runs.some(({ by }) => by === 'cancelled');
  return {
    event_type: 'turn',
    turn_id: turn,
    user: { text: label },
    assistant: { text: runs.map(({ text }) => text).join('\n\n') },
    tool_call_count: runs.length + (error === null ? 0 : 1),
    status: isCancelled ? 'cancelled' : error === null ? 'completed' : 'failed',
    usage: emptyUsage(),
    ...(error === null ? {} : { error: { ...error } }),
  };
}
