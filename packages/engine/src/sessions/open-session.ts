import {
  fail,
  rookError,
  succeed,
  type ApprovalAnswer,
  type Command,
  type EntryOf,
  type MessageSend,
  type Result,
  type RookError,
  type SettingValues,
  type TurnId,
} from '@rook/contract';

import type { ConversationMessage } from '../context/conversation.ts';
import { createChangeSetIds } from '../edits/change-set-ids.ts';
import type { Gate } from '../gate/pass-gate.ts';
import { createWorkspaceGate, type ChangeAccess } from '../gate/workspace-gate.ts';
import { createSessionId } from '../journal/create-ids.ts';
import { createModelCaller, type ModelCaller } from '../models/call-model.ts';
import { createBudget } from '../models/reserve-budget.ts';
import { admitMessage } from './admit-message.ts';
import { closeCancelled } from './close-crashed.ts';
import { notedStore } from './recover-changes.ts';
import { createSessionRunner } from './run-session.ts';
import { createSessionApprovals, type SessionApprovals } from './session-approvals.ts';
import { createSessionRecord, type SessionRecord } from './session-record.ts';
import { runSessionTurn } from './session-turn.ts';
import type { Session, SessionSetup } from './session.ts';

/**
 * Takes a session for writing. One that is there is opened at once, and a turn that died is closed; a new one begins
 * with its first message, so that nothing is left behind when none comes.
 */
export async function openSession(setup: SessionSetup): Promise<Result<Session>> {
  const id = setup.session ?? createSessionId(setup.brand, setup.clock.now());
  const record = createSessionRecord(setup, id);
  if (setup.session !== undefined) {
    const opened = await record.open('');
    if (!opened.ok) return opened;
  }
  return succeed(createSession(setup, id, record));
}

function createSession(setup: SessionSetup, id: Session['id'], record: SessionRecord): Session {
  let running: ReturnType<Session['state']>['running'] = null;
  let equipment: Equipment | null = null;
  let chosenMode: SettingValues['mode'] | null = null;
  const mode = () =>
    chosenMode ?? (setup.isModeGiven ? null : record.state.mode()) ?? setup.settings.mode;
  const approvals = createSessionApprovals({
    fold: record.approvals,
    append: record.append,
    canAsk: setup.canAsk,
    keepAlways: async (asked) => keepAlways(setup, id, asked),
  });
  const runner = createSessionRunner(async (job, signal) => {
    equipment ??= equip(setup, { id, record, approvals, mode });
    running = job.waited?.turn.id ?? record.nextTurn();
    const place = { setup, id, record, ...equipment, mode, takeSteering: runner.takeSteering };
    await runSessionTurn(place, running, { ...job, signal });
    running = null;
  });
  const goOn = () => {
    const waited = running === null ? record.waitingTurn() : null;
    if (waited !== null) runner.resume(waited);
  };
  // Answered in a process that ended before it could go on.
  if (record.approvals.open().length === 0) goOn();

  let sending: Promise<unknown> = Promise.resolve();
  const admittedHere = new Set<string>();
  async function sendMessage(message: MessageSend): Promise<Result<void>> {
    const { text, images = [], message_id: messageId } = message;
    if (admittedHere.has(messageId) || record.state.knows(messageId)) return succeed(undefined);
    if (running === null && record.approvals.open().length > 0) return fail(waitsForApproval());
    const admitted = await admitMessage(message, { workspace: setup.workspace, running });
    if (!admitted.ok) return admitted;
    const opened = await record.open(message.text);
    if (!opened.ok) return opened;
    if (record.state.knows(messageId)) return succeed(undefined);
    // What could not be written waits in order; talk goes on, and `unwritten` says so.
    await record.append([admitted.value], { durable: true });
    admittedHere.add(messageId);
    const said: ConversationMessage = {
      id: messageId,
      text,
      files: admitted.value.files ?? [],
      images: images.map(({ blob, media_type: mediaType }) => ({ blob, mediaType })),
    };
    if (admitted.value.steers !== undefined) runner.steer(said);
    else runner.add(said);
    return succeed(undefined);
  }

  async function cancel(): Promise<void> {
    const waited = running === null ? record.waitingTurn() : null;
    if (waited !== null) {
      await approvals.voidOpen('The turn was cancelled.');
      await record.append(closeCancelled(waited), { durable: true });
    }
    runner.cancel();
  }

  async function setMode(wanted: SettingValues['mode']): Promise<Result<void>> {
    // A session that has not begun keeps nothing; the mode holds here all the same.
    const written = await record.append([{ event_type: 'session_changed', settings: { mode: wanted } }]);
    if (!written.ok) return written;
    chosenMode = wanted;
    return succeed(undefined);
  }

  async function answer(command: ApprovalAnswer): Promise<Result<void>> {
    const answered = await approvals.answer(command, setup.holder.surface);
    if (!answered.ok) return answered;
    if (!answered.value.isHeard && record.approvals.open().length === 0) goOn();
    return succeed(undefined);
  }

  return {
    id,
    send: async (command: Command) => {
      if (command.type === 'turn_cancel') return succeed(await cancel());
      if (command.type === 'approval_answer') return answer(command);
      if (command.type === 'mode_set') return setMode(command.mode);
      // One after the other: two that come together stay in order, and the same one counts once.
      const sent = sending.then(async () => sendMessage(command));
      sending = sent.catch(() => undefined);
      return sent;
    },
    state: () => ({
      running,
      waiting: runner.waiting(),
      unwritten: record.unwritten(),
      mode: mode(),
      approvals: record.approvals.open(),
      activeIntent: record.state.activeIntent(),
    }),
    idle: runner.idle,
    close: async () => {
      await sending;
      approvals.suspend();
      await runner.stop();
      await pruning;
      return record.close();
    },
  };
}

/** Of the answers of a turn that came by now. */
function costSoFar(record: SessionRecord, turn: TurnId): number | null {
  const pair = record.document().pairs.findLast(({ turnId }) => turnId === turn);
  return pair?.response?.usage?.cost_usd ?? null;
}

/** Of a file that was changed since, what was shown does not count. */
function shownOf(record: SessionRecord, path: string): ReturnType<ChangeAccess['shown']> {
  const known = record.findShown(path);
  if (known === undefined) return null;
  const { sha256, md5, whole, ranges, stale } = known;
  return { sha256, md5: md5 ?? '', whole: whole && !stale, ranges: stale ? [] : ranges };
}

interface Place {
  readonly id: Session['id'];
  readonly record: SessionRecord;
  readonly approvals: SessionApprovals;
  readonly mode: () => SettingValues['mode'];
}

interface Equipment {
  readonly gate: Gate;
  readonly caller: ModelCaller;
}

/** What all turns of the session share; made when the first one begins. */
function equip(
  setup: SessionSetup,
  { id, record, approvals, mode }: Place,
): Equipment {
  const { settings, workspace, store, shell, ripgrep, web, outline, index, clock, brand, log } = setup;
  const { blobs } = store;
  const { findResult } = record.state;
  const maxResultChars = settings['tools.maxResultChars'];
  const changes: ChangeAccess = {
    store: notedStore(store, id),
    journal: { append: record.append },
    nextId: createChangeSetIds(clock),
    shown: (path) => shownOf(record, path),
    rule: 'session',
    intent: record.state.activeIntent,
    cost: (turn) => costSoFar(record, turn),
    partial: settings['edits.partial'],
    dryRun: false,
    todoCount: () => record.document().todos.length,
  };
  const places = { session: id, ignore: settings['edits.ignore'], findResult, maxResultChars, changes };
  const ports =
    workspace === null ? null : { workspace, shell, ripgrep, web, outline, index, blobs, ...places };
  const gate = createWorkspaceGate(ports, {
    settings,
    autoEdits: setup.autoEdits,
    answers: setup.answers,
    protectedAnswers: setup.protectedAnswers,
    approvals,
    mode,
    intent: record.state.activeIntent,
    clock,
    record: record.append,
  });
  const budget = createBudget({
    limits: () => settings,
    clock,
    spend: setup.spend,
    record: async (drafts) => {
      const written = await record.append(drafts, { durable: true });
      // What waits counts in memory; only a limit that must outlive this process needs it on the disk.
      return written.ok || settings['budget.session'] !== null ? written : succeed(undefined);
    },
    earlier: record.state.budget(),
    binary: brand.binary,
    ...(log === undefined ? {} : { log }),
  });
  const caller = createModelCaller({ models: setup.models, settings, budget, clock, binary: brand.binary });
  return { gate, caller };
}

async function keepAlways(
  _setup: SessionSetup,
  _id: Session['id'],
  _asked: EntryOf<'approval_requested'>,
): Promise<Result<void>> {
  return fail(rookError('internal', 'Later.'));
}

function waitsForApproval(): RookError {
  const sentence =
    'A turn of this session waits for an answer; `rook approval list` shows the question. Answer it first.';
  return rookError('approval_needed', sentence);
}
