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
import { draftRefusedSet } from '../edits/draft-refused-set.ts';
import { createRulesReader } from '../gate/load-user-rules.ts';
import type { ChangeReport } from '../gate/pass-gate.ts';
import { createChangeGate } from '../gate/workspace-gate.ts';
import { createMessageId, createSessionId, turnIdAfter } from '../journal/create-ids.ts';
import type { WholeReading } from '../replies/read-reply.ts';
import { translateReply } from '../replies/translate-reply.ts';
import {
  adviseTyper,
  directApprovals,
  revisionOf,
  settleLedger,
  startOf,
  type ApplySetup,
} from './direct-order.ts';
import { refuseUnsettled } from './find-left-open.ts';
import { createStateFold } from './fold-state.ts';
import { governOrder, type GovernedOrder } from './govern-order.ts';
import { notedStore } from './noted-store.ts';
import { findMisshapen, passReply, type PassedReply, type RefusedPath } from './pass-reply.ts';
import { recordRefusedReply } from './record-refused-reply.ts';
import { recoverLeftChanges } from './recover-changes.ts';
import { NO_SEAL } from './seal.ts';
import { createSessionRecord, type SessionRecord } from './session-record.ts';

export interface ReplyToApply {
  /** Only what was read whole has this. */
  readonly reading: WholeReading;
  /** What the person typed, for the record. */
  readonly label: string;
  /** Good files are written although others are refused. */
  readonly partial: boolean;
  readonly dryRun: boolean;
  /** What it is for; in a governed workspace nothing is applied without. */
  readonly intent?: IntentId;
}

export interface AppliedReply {
  readonly session: SessionId | null;
  readonly report: ChangeReport;
  /** False: something could not be written down. */
  readonly isRecorded: boolean;
}

/**
 * Applies a reply that a person has at hand, in a session of its own: the person's word stands for the question, and
 * every other rule holds. Hashes are compared with the disk alone. A rehearsal writes nothing, not even a session.
 */
export async function applyReply(setup: ApplySetup, reply: ReplyToApply): Promise<Result<AppliedReply>> {
  const partial = isPartial(setup, reply);
  const translated = translateReply(reply.reading.reply, 'apply', { partial });
  if (!translated.ok) return refuseWhole(setup, reply, translated.error);
  const call = translated.value.find(({ name }) => name !== 'execute_command');
  const misshapen = findMisshapen(reply.reading);
  const [wrong] = misshapen;
  if (call === undefined) return wrong === undefined ? fail(NOTHING) : refuseWhole(setup, reply, wrong.error);
  // A rehearsal settles nothing, and what it would compare with is half of something.
  const left = reply.dryRun ? await refuseUnsettled(setup.store) : succeed(undefined);
  if (!left.ok) return left;
  const { dryRun } = reply;
  if (!dryRun) await recoverLeftChanges(setup);
  const named = reply.intent === undefined ? {} : { named: reply.intent };
  const governed = await governOrder(setup, { ...named, dryRun });
  if (!governed.ok) return governed;
  const id = createSessionId(setup.brand, setup.clock.now());
  const record = reply.dryRun ? rehearsal() : createSessionRecord(setup, id);
  const opened = await record.open(reply.label);
  if (!opened.ok) return opened;
  const turn = record.nextTurn();
  await governed.value.begin(record.append, reply);
  await record.append(beginning(setup, turn, { ...reply, isGoverned: governed.value.isOn }), {
    durable: true,
  });
  const requested = { turn_id: turn, tool_use_id: call.id, tool: { name: call.name, input: call.input } };
  await record.append([{ event_type: 'tool_call_requested', ...requested, round: 1 }]);

  const started = setup.clock.monotonic();
  const nextId = createChangeSetIds(setup.clock);
  const work = { record, session: id, turn, reply, call, misshapen, nextId, governed: governed.value };
  const { done, unwritten } = await passAndRun(setup, work);
  await recordUnwritten(work, unwritten);
  const milliseconds = setup.clock.monotonic() - started;
  const error = done.ok ? findRefusal(done.value.report) : done.error;
  await record.append([
    {
      event_type: 'tool_call',
      ...requested,
      result: {
        ok: error === null,
        ...(done.ok ? { reply: done.value.text } : {}),
        ...(error === null ? {} : { error: error.message }),
      },
      timing_ms: Math.round(milliseconds),
    },
  ]);
  await record.append([ending(turn, reply, error)], { durable: true });
  if (!dryRun) await settleLedger(setup, { session: id, record, isOn: governed.value.isOn });
  await record.settle();
  const isRecorded = record.unwritten() === 0;
  const closed = await record.close();
  if (!done.ok) return done;
  const session = reply.dryRun ? null : id;
  return succeed({ session, report: done.value.report, isRecorded: isRecorded && closed.ok });
}

const NOTHING = rookError('unchanged', 'The reply holds no file changes; there is nothing to apply.');

/** With the flag or the setting: they say the same. */
function isPartial({ settings }: ApplySetup, { partial }: ReplyToApply): boolean {
  return partial || settings['edits.partial'];
}

/** Nothing of it comes as far as the gate. What was refused is part of the history too; a rehearsal is not. */
async function refuseWhole(
  setup: ApplySetup,
  { label, reading, intent, dryRun }: ReplyToApply,
  error: RookError,
): Promise<Result<never>> {
  const { summary, fileChanges, misshapen } = reading.reply;
  const changes = [
    ...fileChanges.map(({ change }) => change),
    ...misshapen.flatMap(({ given }) => (given === undefined ? [] : [given])),
  ];
  const named = intent === undefined ? {} : { intent };
  if (!dryRun) await recordRefusedReply(setup, { label, summary, changes, error, ...named });
  return fail(error);
}

/** What the rules refused before anything was planned; what came to a plan is written down with it. */
async function recordUnwritten(
  { record, turn, nextId, governed }: Work,
  files: PassedReply['unwritten'],
): Promise<void> {
  const first = files.find(({ status }) => status === 'refused');
  if (first === undefined) return;
  const { intent } = governed;
  const { error } = first;
  await record.append([draftRefusedSet({ id: nextId(), turn, intent, by: 'user', files, error })]);
}

/** What made that nothing was applied. */
function findRefusal({ changeSet, files }: ChangeReport): RookError | null {
  const refused = changeSet === null ? files.find(({ status }) => status === 'refused') : undefined;
  return refused?.code === undefined ? null : rookError(refused.code, refused.message ?? '');
}

interface Work {
  readonly record: ReplyRecord;
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly reply: ReplyToApply;
  readonly call: { readonly id: string; readonly name: string; readonly input: unknown };
  readonly misshapen: readonly RefusedPath[];
  readonly nextId: () => ChangeSetId;
  readonly governed: GovernedOrder;
}

type ReplyRecord = Pick<
  SessionRecord,
  'open' | 'append' | 'nextTurn' | 'settle' | 'close' | 'unwritten' | 'trace' | 'state'
>;

async function passAndRun(
  setup: ApplySetup,
  { record, session, turn, reply, call, misshapen, nextId, governed }: Work,
): Promise<PassedReply> {
  const { workspace, settings, store, clock } = setup;
  const partial = isPartial(setup, reply);
  const changes = {
    store: reply.dryRun ? store : notedStore(store, session),
    journal: { append: record.append },
    nextId,
    shown: () => null,
    rule: 'disk' as const,
    intent: () => governed.intent,
    cost: () => null,
    revision: revisionOf(setup, governed),
    partial,
    dryRun: reply.dryRun,
    todoCount: () => reply.reading.reply.todos.length,
  };
  const gate = createChangeGate(
    { workspace, changes, ignore: settings['edits.ignore'] },
    {
      settings: { ...settings, 'tools.allow': null },
      autoEdits: true,
      answers: 'once',
      protectedAnswers: setup.protectedAnswers,
      unasked: adviseTyper,
      ...(reply.dryRun ? {} : directApprovals(setup, record.append)),
      clock,
      intent: () => governed.intent,
      governance: governed.look,
      userRules: createRulesReader(setup.rules),
      home: dirname(setup.rules.path),
      record: record.append,
    },
  );
  return passReply(gate, { turn, call, reply: reply.reading.reply, partial }, misshapen);
}

/** Takes everything and keeps nothing. */
function rehearsal(): ReplyRecord {
  return {
    open: async () => succeed(undefined),
    append: async () => succeed([]),
    nextTurn: () => turnIdAfter(0),
    settle: async () => succeed(undefined),
    close: async () => succeed(undefined),
    unwritten: () => 0,
    trace: () => [],
    state: createStateFold(NO_SEAL.holds),
  };
}

function beginning(
  { clock }: ApplySetup,
  turn: TurnId,
  { label, reading, isGoverned }: ReplyToApply & { readonly isGoverned: boolean },
): readonly EntryDraft[] {
  const messageId = createMessageId(clock.now());
  // A model alone completes nothing.
  const todos = reading.reply.todos.map(({ text }) => ({ text, completed: false }));
  return [
    { event_type: 'message_admitted', message_id: messageId, text: label },
    startOf(turn, messageId, isGoverned),
    ...(todos.length === 0 ? [] : [{ event_type: 'todo_changed' as const, turn_id: turn, todos }]),
  ];
}

function ending(turn: TurnId, { label, reading }: ReplyToApply, error: RookError | null): EntryDraft {
  return {
    event_type: 'turn',
    turn_id: turn,
    user: { text: label },
    assistant: { text: reading.reply.summary },
    tool_call_count: 1,
    status: error === null ? 'completed' : 'failed',
    usage: emptyUsage(),
    ...(error === null ? {} : { error: { ...error } }),
  };
}
