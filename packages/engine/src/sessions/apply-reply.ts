import {
  emptyUsage,
  fail,
  rookError,
  succeed,
  type EntryDraft,
  type Result,
  type RookError,
  type SessionId,
  type TurnId,
} from '@rook/contract';

import { createChangeSetIds } from '../edits/change-set-ids.ts';
import { listNamedPaths } from '../edits/plan-change-set.ts';
import type { ChangeReport } from '../gate/pass-gate.ts';
import { createChangeGate } from '../gate/workspace-gate.ts';
import { createMessageId, createSessionId, turnIdAfter } from '../journal/create-ids.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { WholeReading } from '../replies/read-reply.ts';
import { translateReply } from '../replies/translate-reply.ts';
import { notedStore } from './recover-changes.ts';
import { createSessionRecord, type SessionRecord } from './session-record.ts';
import type { RecordSetup, SessionSetup } from './session.ts';

export interface ApplySetup extends RecordSetup, Pick<SessionSetup, 'settings' | 'protectedAnswers'> {
  readonly workspace: Workspace;
}

export interface ReplyToApply {
  /** Only what was read whole has this. */
  readonly reading: WholeReading;
  /** What the person typed, for the record. */
  readonly label: string;
  /** Good files are written although others are refused. */
  readonly partial: boolean;
  readonly dryRun: boolean;
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
  const translated = translateReply(reply.reading.reply, 'apply');
  if (!translated.ok) return translated;
  const call = translated.value.find(({ name }) => name !== 'execute_command');
  if (call === undefined)
    return fail(rookError('unchanged', 'The reply holds no file changes; there is nothing to apply.'));
  const id = createSessionId(setup.brand, setup.clock.now());
  const record = reply.dryRun ? rehearsal() : createSessionRecord(setup, id);
  const opened = await record.open(reply.label);
  if (!opened.ok) return opened;
  const turn = record.nextTurn();
  await record.append(beginning(setup, turn, reply.label), { durable: true });
  const requested = { turn_id: turn, tool_use_id: call.id, tool: { name: call.name, input: call.input } };
  await record.append([{ event_type: 'tool_call_requested', ...requested, round: 1 }]);

  const started = setup.clock.monotonic();
  const done = await passAndRun(setup, { record, session: id, turn, reply, call });
  const milliseconds = setup.clock.monotonic() - started;
  const error = done.ok ? null : done.error;
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
  await record.settle();
  const isRecorded = record.unwritten() === 0;
  const closed = await record.close();
  if (!done.ok) return done;
  const session = reply.dryRun ? null : id;
  return succeed({ session, report: done.value.report, isRecorded: isRecorded && closed.ok });
}

interface Work {
  readonly record: ReplyRecord;
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly reply: ReplyToApply;
  readonly call: { readonly id: string; readonly name: string; readonly input: unknown };
}

type ReplyRecord = Pick<SessionRecord, 'open' | 'append' | 'nextTurn' | 'settle' | 'close' | 'unwritten'>;

async function passAndRun(
  setup: ApplySetup,
  { record, session, turn, reply, call }: Work,
): Promise<Result<{ readonly report: ChangeReport; readonly text: string }>> {
  const { workspace, settings, store, clock } = setup;
  const changes = {
    store: reply.dryRun ? store : notedStore(store, session),
    journal: { append: record.append },
    nextId: createChangeSetIds(clock),
    shown: () => null,
    rule: 'disk' as const,
    intent: () => null,
    cost: () => null,
    partial: reply.partial || settings['edits.partial'],
    dryRun: reply.dryRun,
  };
  const gate = createChangeGate(
    { workspace, changes, ignore: settings['edits.ignore'] },
    {
      settings: { ...settings, 'tools.allow': null },
      autoEdits: true,
      answers: 'once',
      protectedAnswers: setup.protectedAnswers,
      record: record.append,
    },
  );
  const passed = await gate.pass({ turn, ...call, repeats: 0 });
  if (!passed.allowed) {
    const report = reportRefusal(reply, passed);
    return report === null ? fail(passed.error) : succeed({ report, text: passed.error.message });
  }
  const done = await passed.run(new AbortController().signal);
  if (!done.ok) return done;
  const { changes: report, text } = done.value;
  if (report === undefined) return fail(rookError('internal', 'The changes were not reported.'));
  return succeed({ report, text });
}

/** What the rules of the gate said about one file, file by file: it is refused, and with it the others. */
function reportRefusal(
  { reading }: ReplyToApply,
  { path, error }: { readonly path?: string; readonly error: RookError },
): ChangeReport | null {
  if (path === undefined) return null;
  const paths = listNamedPaths(reading.reply.fileChanges.map(({ change }) => change));
  const message = `Not applied, because the change of ${path} was refused.`;
  const files = paths.map((named) => {
    const about = named === path ? error : rookError('other_refused', message);
    const status = named === path ? ('refused' as const) : ('skipped' as const);
    return { path: named, status, code: about.code, message: about.message, added: 0, removed: 0 };
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
  };
}

function beginning({ clock }: ApplySetup, turn: TurnId, text: string): readonly EntryDraft[] {
  const messageId = createMessageId(clock.now());
  return [
    { event_type: 'message_admitted', message_id: messageId, text },
    { event_type: 'turn_started', turn_id: turn, message_id: messageId },
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
