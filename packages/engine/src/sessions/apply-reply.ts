import { dirname } from 'node:path';

import {
  emptyUsage,
  fail,
  rookError,
  succeed,
  type ChangeSetId,
  type EntryDraft,
  type IntentId,
  type MessageId,
  type Result,
  type RookError,
  type SessionId,
  type TurnId,
} from '@rook/contract';

import { createChangeSetIds } from '../edits/change-set-ids.ts';
import { listNamedPaths } from '../edits/plan-change-set.ts';
import type { Approvals } from '../gate/approvals.ts';
import { createRulesReader } from '../gate/load-user-rules.ts';
import type { ChangeReport, Gate } from '../gate/pass-gate.ts';
import { createChangeGate } from '../gate/workspace-gate.ts';
import { createMessageId, createSessionId, turnIdAfter } from '../journal/create-ids.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { WholeReading } from '../replies/read-reply.ts';
import { translateReply } from '../replies/translate-reply.ts';
import { createDirectApprovals, type ConfirmProtected } from './direct-approvals.ts';
import { refuseUnsettled } from './find-left-open.ts';
import { createStateFold } from './fold-state.ts';
import { governOrder, type GovernedOrder } from './govern-order.ts';
import { keepLedger } from './keep-ledger.ts';
import { notedStore, recoverLeftChanges } from './recover-changes.ts';
import { NO_SEAL } from './seal.ts';
import { createSessionRecord, type SessionRecord } from './session-record.ts';
import type { RecordSetup, SessionSetup } from './session.ts';

export interface ApplySetup
  extends RecordSetup, Pick<SessionSetup, 'settings' | 'protectedAnswers' | 'rules' | 'intents'> {
  readonly workspace: Workspace;
  /** Asks about protected files; left out: only the flag says yes. */
  readonly confirm?: ConfirmProtected;
}

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
  const partial = reply.partial || setup.settings['edits.partial'];
  const translated = translateReply(reply.reading.reply, 'apply', { partial });
  if (!translated.ok) return translated;
  const call = translated.value.find(({ name }) => name !== 'execute_command');
  if (call === undefined) return fail(findMisshapen(reply)[0]?.error ?? NOTHING);
  // A rehearsal settles nothing, and what it would compare with is half of something.
  const left = reply.dryRun ? await refuseUnsettled(setup.store) : succeed(undefined);
  if (!left.ok) return left;
  const { dryRun } = reply;
  if (!dryRun) await recoverLeftChanges(setup, null);
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
  const misshapen = findMisshapen(reply);
  const nextId = createChangeSetIds(setup.clock);
  const work = { record, session: id, turn, reply, call, misshapen, nextId, governed: governed.value };
  await recordMisshapen(work);
  const done = await passAndRun(setup, work);
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

/** The changes that have not the right shape; only where good ones are written beside bad ones there are any here. */
function findMisshapen({ reading }: ReplyToApply): readonly Refused[] {
  return reading.reply.misshapen.flatMap(({ file, message }) => {
    if (file === undefined) return [];
    const [path = ''] = listNamedPaths([{ path: file, delete: true }]);
    return [{ path, error: rookError('malformed', `The change has not the right shape: ${message}`) }];
  });
}

async function recordMisshapen({ record, turn, misshapen, nextId, governed }: Work): Promise<void> {
  const [first] = misshapen;
  if (first === undefined) return;
  const files = misshapen.map(({ path, error }) => {
    const hashes = { before_hash: null, after_hash: null };
    return { path, status: 'refused' as const, ...hashes, added: 0, removed: 0, error: { ...error } };
  });
  const head = { change_set_id: nextId(), turn_id: turn, kind: 'edit' as const, intent_id: governed.intent };
  await record.append([{ event_type: 'change_set_refused', ...head, files, error: { ...first.error } }]);
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
  readonly misshapen: readonly Refused[];
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
): Promise<Result<{ readonly report: ChangeReport; readonly text: string }>> {
  const { workspace, settings, store, clock } = setup;
  const changes = {
    store: reply.dryRun ? store : notedStore(store, session),
    journal: { append: record.append },
    nextId,
    shown: () => null,
    rule: 'disk' as const,
    intent: () => governed.intent,
    cost: () => null,
    revision: revisionOf(setup, governed),
    partial: reply.partial || settings['edits.partial'],
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
      ...(reply.dryRun ? {} : directApprovals(setup, record.append)),
      clock,
      intent: () => governed.intent,
      governance: governed.look,
      userRules: createRulesReader(setup.rules),
      home: dirname(setup.rules.path),
      record: record.append,
    },
  );
  return passGate(gate, { turn, reply, call }, misshapen);
}

/** Only where the ledger names it, somebody looks for it. */
export function revisionOf(
  { ledger }: ApplySetup,
  { isOn }: Pick<GovernedOrder, 'isOn'>,
): () => Promise<string | null | undefined> {
  return async () => (isOn ? ledger?.revision() : undefined);
}

/** Nobody is asked in a rehearsal, which writes nothing down. */
export function directApprovals(
  { confirm, holder }: ApplySetup,
  append: SessionRecord['append'],
): { readonly approvals?: Approvals } {
  if (confirm === undefined) return {};
  return { approvals: createDirectApprovals(append, { confirm, surface: holder.surface }) };
}

interface Refused {
  readonly path: string;
  readonly error: RookError;
}

/** Where good files are written beside bad ones, what the gate refuses is left out, one path at a time. */
async function passGate(
  gate: Gate,
  { turn, reply, call }: Pick<Work, 'turn' | 'reply' | 'call'>,
  refused: readonly Refused[],
): Promise<Result<{ readonly report: ChangeReport; readonly text: string }>> {
  const { fileChanges } = reply.reading.reply;
  const isLeft = (path: string): boolean => refused.some((one) => one.path === path);
  const kept = fileChanges
    .map(({ change }) => change)
    .filter((change) => !listNamedPaths([change]).some(isLeft));
  const [last] = refused.slice(-1);
  if (kept.length === 0 && last !== undefined)
    return succeed({ report: reportRefusal(reply, refused), text: last.error.message });
  const fileHashes = Object.fromEntries(reply.reading.reply.fileHashes);
  const passed = await gate.pass({ turn, ...call, input: { fileChanges: kept, fileHashes }, repeats: 0 });
  if (!passed.allowed) {
    const { path, error } = passed;
    if (path === undefined) return fail(error);
    const all = [...refused, { path, error }];
    const rest = kept.filter((change) => !listNamedPaths([change]).includes(path));
    if (reply.partial && rest.length > 0 && rest.length < kept.length)
      return passGate(gate, { turn, reply, call }, all);
    return succeed({ report: reportRefusal(reply, all), text: error.message });
  }
  const done = await passed.run(new AbortController().signal);
  if (!done.ok) return done;
  const { changes: report, text } = done.value;
  if (report === undefined) return fail(rookError('internal', 'The changes were not reported.'));
  const files = [...report.files, ...refused.map((one) => refusedFile(one))];
  return succeed({ report: { ...report, files }, text });
}

function refusedFile({ path, error }: Refused): ChangeReport['files'][number] {
  return { path, status: 'refused', code: error.code, message: error.message, added: 0, removed: 0 };
}

/** What the rules of the gate said, file by file: what they refuse, and with it the others. */
function reportRefusal({ reading }: ReplyToApply, refused: readonly Refused[]): ChangeReport {
  const named = listNamedPaths(reading.reply.fileChanges.map(({ change }) => change));
  const paths = new Set([...refused.map(({ path }) => path), ...named]);
  const names = refused.map(({ path }) => path).join(', ');
  const message = `Not applied, because the change of ${names} was refused.`;
  const files = [...paths].map((path): ChangeReport['files'][number] => {
    const found = refused.find((one) => one.path === path);
    if (found !== undefined) return refusedFile(found);
    return { path, status: 'skipped', code: 'other_refused', message, added: 0, removed: 0 };
  });
  return { changeSet: null, files, unknownFields: [] };
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

export function startOf(turn: TurnId, message: MessageId, isGoverned: boolean): EntryDraft {
  const governed = isGoverned ? { governed: true as const } : {};
  return { event_type: 'turn_started', turn_id: turn, message_id: message, ...governed };
}

/** At the end of a turn that a person ordered, while its session is still held. */
export async function settleLedger(setup: ApplySetup, { session, record, isOn }: LedgerOrder): Promise<void> {
  if (isOn) await keepLedger(setup, { session, record }, setup.listener.notice ?? (() => undefined)).settle();
}

interface LedgerOrder {
  readonly session: SessionId;
  readonly record: Pick<SessionRecord, 'append' | 'trace' | 'state'>;
  readonly isOn: boolean;
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
