import { dirname } from 'node:path';

import {
  emptyUsage,
  fail,
  rookError,
  succeed,
  type ChangeSetId,
  type ContentHash,
  type EntryDraft,
  type IntentId,
  type Result,
  type RookError,
  type SessionId,
  type TurnId,
} from '@rook/contract';

import { createChangeSetIds } from '../edits/change-set-ids.ts';
import { listRewoundLinks, listRewoundPaths } from '../edits/compare-rewound.ts';
import type { RewindPlan, RewindWish } from '../edits/plan-rewind.ts';
import { prepareRewind } from '../edits/prepare-rewind.ts';
import { createRulesReader } from '../gate/load-user-rules.ts';
import type { ChangeReport } from '../gate/pass-gate.ts';
import { createRewindGate } from '../gate/workspace-gate.ts';
import { createMessageId, createSessionId, turnIdAfter } from '../journal/create-ids.ts';
import type { HistorySet } from '../journal/history-set.ts';
import { loadHistory } from '../journal/load-history.ts';
import {
  adviseTyper,
  directApprovals,
  revisionOf,
  settleLedger,
  startOf,
  type ApplySetup,
} from './direct-order.ts';
import { refuseUnsettled } from './find-left-open.ts';
import { governOrder, type GovernedOrder } from './govern-order.ts';
import { notedStore } from './noted-store.ts';
import { recoverLeftChanges } from './recover-changes.ts';
import { loadSeal, NO_SEAL } from './seal.ts';
import { createSessionRecord, type SessionRecord } from './session-record.ts';

/** What would be done, before anything is. */
export async function previewRewind(
  setup: ApplySetup,
  wish: RewindWish,
  { dryRun = false }: { readonly dryRun?: boolean } = {},
): Promise<Result<RewindPlan>> {
  const { workspace, store } = setup;
  // What a process that died was writing is settled first, or the plan would be about half of it. A rehearsal settles nothing.
  if (!dryRun) await recoverLeftChanges(setup);
  const left = dryRun ? await refuseUnsettled(store) : succeed(undefined);
  if (!left.ok) return left;
  const history = await loadHistory(store);
  if (!history.ok) return history;
  return succeed(await prepareRewind({ workspace, blobs: store.blobs }, history.value, wish));
}

export interface RewindOrder {
  /** What was shown; it is done only while it is still the same. */
  readonly plan: RewindPlan;
  readonly file?: string;
  readonly cascade: boolean;
  readonly partial?: boolean;
  /** What the person typed, for the record. */
  readonly label: string;
  readonly dryRun: boolean;
  /** What it is for; left out: for what the change set was made. */
  readonly intent?: IntentId;
}

export interface RewoundChanges {
  readonly session: SessionId | null;
  readonly changeSet: ChangeSetId | null;
  readonly report: ChangeReport;
  /** False: something could not be written down. */
  readonly isRecorded: boolean;
}

/**
 * Carries a plan out, through the gate, as a turn of the session whose change set is undone, so that the model learns of it; while
 * somebody else holds that session, or a question of it waits for an answer, in one of its own. A rehearsal is judged by the same rules and writes nothing.
 */
export async function rewindChanges(setup: ApplySetup, order: RewindOrder): Promise<Result<RewoundChanges>> {
  const { plan } = order;
  if (plan.error !== null) return fail(plan.error);
  if (plan.target === null) return fail(rookError('internal', 'The plan names no change set.'));
  const { intent: otherwise } = plan.target;
  const named = order.intent === undefined ? {} : { named: order.intent };
  const governing = await governOrder(setup, { ...named, otherwise, dryRun: order.dryRun });
  if (!governing.ok) return governing;
  const governed = governing.value;
  if (order.dryRun) return rehearse(setup, order, { target: plan.target, governed });
  const opened = await openRecord(setup, plan.target.session, order.label);
  if (!opened.ok) return opened;
  const { record, session } = opened.value;
  const turn = record.nextTurn();
  const call = callOf(order, plan.target);
  const requested = {
    turn_id: turn,
    tool_use_id: call.id,
    tool: { name: call.name, input: { ...call.input } },
  };
  await governed.begin(record.append, order);
  await record.append(beginning(setup, order.label, { turn, isGoverned: governed.isOn }), { durable: true });
  await record.append([{ event_type: 'tool_call_requested', ...requested, round: 1 }]);
  const started = setup.clock.monotonic();
  const done = await passAndRun(setup, {
    append: record.append,
    session,
    turn,
    call,
    dryRun: false,
    governed,
  });
  const result = done.ok ? { ok: true, reply: done.value.text } : { ok: false, error: done.error.message };
  const milliseconds = Math.round(setup.clock.monotonic() - started);
  await record.append([{ event_type: 'tool_call', ...requested, result, timing_ms: milliseconds }]);
  const said = done.ok ? done.value.text : '';
  await record.append([ending(turn, order.label, said, done.ok ? null : done.error)], { durable: true });
  await settleLedger(setup, { session, record, isOn: governed.isOn });
  await record.settle();
  const isWritten = record.unwritten() === 0;
  const closed = await record.close();
  if (!done.ok) return done;
  const { report } = done.value;
  return succeed({ session, changeSet: report.changeSet, report, isRecorded: isWritten && closed.ok });
}

async function rehearse(
  setup: ApplySetup,
  order: RewindOrder,
  { target, governed }: { readonly target: HistorySet; readonly governed: GovernedOrder },
): Promise<Result<RewoundChanges>> {
  const session = createSessionId(setup.brand, setup.clock.now());
  const [append, turn] = [async () => succeed([]), turnIdAfter(0)];
  const call = callOf(order, target);
  const done = await passAndRun(setup, { append, session, turn, call, dryRun: true, governed });
  if (!done.ok) return done;
  return succeed({ session: null, changeSet: null, report: done.value.report, isRecorded: true });
}

interface OpenedRecord {
  readonly record: SessionRecord;
  readonly session: SessionId;
}

async function openRecord(
  setup: ApplySetup,
  wanted: SessionId,
  label: string,
): Promise<Result<OpenedRecord>> {
  const seal = await loadSeal(setup.sealKey);
  const record = createSessionRecord(setup, wanted, seal.ok ? seal.value : NO_SEAL);
  const opened = await record.open(label);
  // Its turn goes on with the answer, so that no other may stand behind it.
  const isWaiting = record.waitingTurn() !== null;
  if (opened.ok && !isWaiting) return succeed({ record, session: wanted });
  if (opened.ok) await record.close();
  else if (opened.error.code !== 'session_in_use') return opened;
  const session = createSessionId(setup.brand, setup.clock.now());
  const own = createSessionRecord(setup, session);
  const begun = await own.open(label);
  return begun.ok ? succeed({ record: own, session }) : begun;
}

interface RewindCall {
  readonly id: string;
  readonly name: string;
  readonly input: {
    readonly changeSet: ChangeSetId;
    readonly session: SessionId;
    readonly file?: string;
    readonly cascade: boolean;
    readonly partial?: boolean;
    readonly paths: readonly string[];
    readonly links?: readonly string[];
    readonly fingerprint: ContentHash;
  };
}

function callOf(
  { plan, file, cascade, partial = false }: RewindOrder,
  { id, session }: HistorySet,
): RewindCall {
  const paths = listRewoundPaths(plan.files);
  const links = listRewoundLinks(plan.files);
  const input = {
    changeSet: id,
    session,
    ...(file === undefined ? {} : { file }),
    cascade,
    ...(partial ? { partial } : {}),
    paths,
    ...(links.length === 0 ? {} : { links }),
    fingerprint: plan.fingerprint,
  };
  return { id: plan.kind, name: plan.kind === 'rewind' ? 'rewind_changes' : 'forward_changes', input };
}

interface Work {
  readonly append: SessionRecord['append'];
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly call: RewindCall;
  readonly dryRun: boolean;
  readonly governed: GovernedOrder;
}

async function passAndRun(
  setup: ApplySetup,
  { append, session, turn, call, dryRun, governed }: Work,
): Promise<Result<{ readonly report: ChangeReport; readonly text: string }>> {
  const { workspace, settings, store, clock } = setup;
  const changes = {
    store: dryRun ? store : notedStore(store, session),
    journal: { append },
    nextId: createChangeSetIds(clock),
    intent: () => governed.intent,
    revision: revisionOf(setup, governed),
    dryRun,
  };
  const gate = createRewindGate(
    { workspace, changes, ignore: settings['edits.ignore'], history: async () => loadHistory(store) },
    {
      settings: { ...settings, 'tools.allow': null },
      autoEdits: true,
      answers: 'once',
      protectedAnswers: setup.protectedAnswers,
      unasked: adviseTyper,
      ...(dryRun ? {} : directApprovals(setup, append)),
      clock,
      intent: () => governed.intent,
      governance: governed.look,
      userRules: createRulesReader(setup.rules),
      home: dirname(setup.rules.path),
      record: append,
    },
  );
  const passed = await gate.pass({ turn, ...call, repeats: 0 });
  if (!passed.allowed) return fail(passed.error);
  const done = await passed.run(new AbortController().signal);
  if (!done.ok) return done;
  const { changes: report, text } = done.value;
  if (report === undefined) return fail(rookError('internal', 'The changes were not reported.'));
  return succeed({ report, text });
}

function beginning(
  { clock }: ApplySetup,
  text: string,
  { turn, isGoverned }: { readonly turn: TurnId; readonly isGoverned: boolean },
): readonly EntryDraft[] {
  const messageId = createMessageId(clock.now());
  return [
    { event_type: 'message_admitted', message_id: messageId, text },
    startOf(turn, messageId, isGoverned),
  ];
}

function ending(turn: TurnId, label: string, text: string, error: RookError | null): EntryDraft {
  return {
    event_type: 'turn',
    turn_id: turn,
    user: { text: label },
    assistant: { text },
    tool_call_count: 1,
    status: error === null ? 'completed' : 'failed',
    usage: emptyUsage(),
    ...(error === null ? {} : { error: { ...error } }),
  };
}
