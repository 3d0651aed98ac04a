import {
  fail,
  rookError,
  succeed,
  type ApprovalAnswer,
  type Command,
  type Delta,
  type EntryDraft,
  type EntryOf,
  type MessageId,
  type Result,
  type SessionChangeCommand,
  type SettingValues,
  type TurnId,
} from '@rook/contract';

import type { Question } from '../gate/approvals.ts';
import { addAlwaysRule } from '../gate/edit-user-rules.ts';
import { tidyChange } from '../journal/change-session.ts';
import { createSessionId } from '../journal/create-ids.ts';
import { closeCancelled } from './close-crashed.ts';
import { equipSession, type Equipment } from './equip-session.ts';
import { createIntentChoice } from './govern-session.ts';
import { createLeftMessages, settleLeft, type LeftMessages } from './left-messages.ts';
import { pruneOldBytes } from './prune-old-bytes.ts';
import { recoverLeftChanges } from './recover-changes.ts';
import { createSessionRunner } from './run-session.ts';
import { loadSeal, NO_SEAL, type Seal, type SealedDraft } from './seal.ts';
import { createMessageSender, modeDraft, type MessageSender } from './send-message.ts';
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
  const loaded = await loadSeal(setup.sealKey);
  // Talk goes on without the key; nobody can be asked, and nothing that was answered counts.
  if (!loaded.ok) setup.log?.write('warn', `Nobody can be asked: ${loaded.error.message}`, { session: id });
  const seal = loaded.ok ? loaded.value : NO_SEAL;
  const canAsk = setup.canAsk && loaded.ok;
  const record = createSessionRecord(setup, id, seal);
  if (setup.session !== undefined && setup.isNew !== true) {
    const opened = await record.open('');
    if (!opened.ok) return opened;
  } else {
    // Nobody may ever write a first message, and what a dead process left would run until then.
    await recoverLeftChanges(setup);
  }
  const left = createLeftMessages(setup.store.blobs, await settleLeft(record, setup.keepsWaiting === true));
  return succeed(createSession({ ...setup, canAsk, seal, left }, id, record));
}

interface SealedSetup extends SessionSetup {
  readonly seal: Seal;
  readonly left: LeftMessages;
}

function createSession(setup: SealedSetup, id: Session['id'], record: SessionRecord): Session {
  let running: ReturnType<Session['state']>['running'] = null;
  let equipment: Equipment | null = null;
  let pruning: Promise<void> = Promise.resolve();
  const modeEntry = (wanted: SettingValues['mode']) => closeDraft(setup, id, modeDraft(wanted));
  const { mode, chosenMode, setMode } = createMode(setup, record, modeEntry);
  record.followMode(mode);
  const intents = createIntentChoice(setup, record, mode);
  const approvals = createOwnApprovals(setup, id, record);
  const runner = createSessionRunner(async (job, signal) => {
    const turn = job.waited?.turn.id ?? record.nextTurn();
    running = turn;
    const notice = noticeOf(setup, id, turn);
    if (equipment === null) pruning = pruneOldBytes(setup, record);
    equipment ??= await equipSession(setup, { id, record, approvals, mode, notice, signal });
    const { takeSteering } = runner;
    const place = { setup, id, record, ...equipment, mode, takeSteering };
    await runSessionTurn(place, turn, { ...job, signal });
    running = null;
  });
  const goOn = () => {
    const waited = running === null ? record.waitingTurn() : null;
    if (waited !== null) runner.resume(waited);
  };
  // Answered in a process that ended before it could go on.
  if (record.approvals.open().length === 0) goOn();

  const messages = createMessageSender({
    setup,
    record,
    runner,
    left: setup.left,
    running: () => running,
    chosenMode,
    modeEntry,
    takeFirst: intents.take,
  });

  async function answer(command: ApprovalAnswer): Promise<Result<void>> {
    const answered = await approvals.answer(command, setup.holder.surface);
    if (answered.ok && !answered.value.isHeard && record.approvals.open().length === 0) goOn();
    return answered.ok ? succeed(undefined) : answered;
  }

  return {
    id,
    send: async (command: Command) => {
      if (command.type === 'turn_cancel') {
        if (running === null) await cancelWaiting(record, approvals);
        return succeed(runner.cancel());
      }
      if (command.type === 'job_stop') return stopJob(equipment, command.command_id);
      if (command.type === 'approval_answer') return answer(command);
      if (command.type === 'intent_select') return intents.select(command.intent_id);
      if (command.type === 'mode_set') return setMode(command.mode);
      if (command.type === 'session_change') return changeHeld(command, record);
      return passMessage(command, messages);
    },
    state: () => ({
      running,
      waiting: runner.waiting(),
      left: setup.left.list(),
      jobs: equipment?.runningJobs() ?? 0,
      unwritten: record.unwritten(),
      mode: mode(),
      approvals: record.approvals.open(),
      activeIntent: record.state.activeIntent(),
    }),
    idle: runner.idle,
    close: async () => {
      await messages.settled();
      approvals.suspend();
      await runner.stop();
      await equipment?.endCommands();
      await pruning;
      return record.close();
    },
  };
}

/** One that has ended meanwhile is as wanted. */
async function stopJob(equipment: Equipment | null, id: string): Promise<Result<void>> {
  const stopped = await equipment?.stopJob(id);
  if (stopped === true) return succeed(undefined);
  return fail(rookError('not_found', `There is no command ${id} in the background of this session.`));
}

/** Also while a turn runs. One that has not begun has nothing that could be named. */
async function changeHeld(
  { title, archived, labels, status }: SessionChangeCommand,
  record: SessionRecord,
): Promise<Result<void>> {
  const tidied = tidyChange({
    ...(title === undefined ? {} : { title }),
    ...(archived === undefined ? {} : { archived }),
    ...(labels === undefined ? {} : { labels }),
    ...(status === undefined ? {} : { status }),
  });
  if (!tidied.ok) return tidied;
  const written = await record.append([{ event_type: 'session_changed', ...tidied.value }]);
  return written.ok ? succeed(undefined) : written;
}

type MessageCommand = Extract<Command, { readonly message_id: MessageId }>;

async function passMessage(command: MessageCommand, messages: MessageSender): Promise<Result<void>> {
  if (command.type === 'message_begin') return messages.begin(command.message_id);
  if (command.type === 'message_remove') return messages.remove(command.message_id);
  if (command.type === 'message_send') return messages.send(command);
  const { message_id: id, text, commands, analyse = false } = command;
  return messages.send({ type: 'message_send', message_id: id, text }, { commands, analyse });
}

function noticeOf({ listener }: SessionSetup, id: Session['id'], turn: TurnId): (text: string) => void {
  return (
    listener.notice ?? ((text) => listener.delta({ type: 'status', session_id: id, turn_id: turn, text }))
  );
}

function createOwnApprovals(setup: SealedSetup, id: Session['id'], record: SessionRecord): SessionApprovals {
  return createSessionApprovals({
    fold: record.approvals,
    append: record.append,
    close: (draft) => closeDraft(setup, id, draft),
    canAsk: setup.canAsk,
    show: (approvalId, question) => setup.listener.delta(previewDelta(id, approvalId, question)),
    keepAlways: async (asked) => keepAlways(setup, id, asked),
  });
}

function previewDelta(session: Session['id'], id: string, { turn, preview }: Question): Delta {
  return { type: 'preview', session_id: session, turn_id: turn, approval_id: id, text: preview.text };
}

/** A turn that nobody runs, because it waits for an answer since another process. */
async function cancelWaiting(record: SessionRecord, approvals: SessionApprovals): Promise<void> {
  const waited = record.waitingTurn();
  if (waited === null) return;
  await approvals.voidOpen('The turn was cancelled.');
  await record.append(closeCancelled(waited), { durable: true });
}

/** What is sealed is what stands in the line, so secrets are taken out before. */
function closeDraft<Draft extends SealedDraft>(
  { seal, lines }: SealedSetup,
  session: Session['id'],
  draft: Draft,
): Draft {
  const { question, preview } = { question: undefined, preview: undefined, ...draft };
  const clean = (text: unknown) =>
    typeof text === 'string' ? lines.redactor.redactText(text).text : undefined;
  const texts = { question: clean(question), preview: clean(preview) };
  const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  return seal.close(session, { ...draft, ...given });
}

/** The mode of a session: chosen here, else given with the call, else what the session had, else that of the settings. */
function createMode(
  { isModeGiven, settings }: SessionSetup,
  { state, append }: SessionRecord,
  modeEntry: (wanted: SettingValues['mode']) => EntryDraft,
): {
  readonly mode: () => SettingValues['mode'];
  readonly chosenMode: () => SettingValues['mode'] | null;
  readonly setMode: (wanted: SettingValues['mode']) => Promise<Result<void>>;
} {
  let chosen: SettingValues['mode'] | null = null;
  return {
    mode: () => chosen ?? (isModeGiven ? null : state.mode()) ?? settings.mode,
    chosenMode: () => chosen,
    setMode: async (wanted) => {
      chosen = wanted;
      // A session that has not begun writes it down with its first message.
      const written = await append([modeEntry(wanted)]);
      return written.ok ? succeed(undefined) : written;
    },
  };
}

/** A yes that holds in this workspace from now on is a rule of the user. */
async function keepAlways(
  { rules, workspace, clock }: SessionSetup,
  session: Session['id'],
  asked: EntryOf<'approval_requested'>,
): Promise<Result<void>> {
  if (workspace === null || asked.tool === undefined)
    return fail(rookError('invalid_value', 'Without a workspace a yes holds for this session at most.'));
  const added = await addAlwaysRule(rules, {
    tool: asked.tool,
    files: asked.paths ?? [],
    host: asked.host ?? null,
    source: asked.source ?? null,
    commands: asked.effect === 'command' ? (asked.patterns ?? []) : null,
    intent: asked.intent_id ?? null,
    workspace: workspace.root,
    session,
    approval: asked.approval_id,
    at: clock.now().toISOString(),
  });
  return added.ok ? succeed(undefined) : added;
}
