import {
  fail,
  succeed,
  type EntryDraft,
  type MessageId,
  type MessageSend,
  type Result,
  type SettingValues,
  type TurnId,
} from '@rook/contract';

import type { ConversationMessage } from '../context/conversation.ts';
import { admitMessage } from './admit-message.ts';
import { readKeptText, type LeftMessages } from './left-messages.ts';
import type { OrderedBatch } from './run-ordered-batch.ts';
import type { SessionRunner } from './run-session.ts';
import type { SealedDraft } from './seal.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';
import { createWaitingDeeds, waitsForAnswer } from './waiting-deeds.ts';

export interface MessageSender {
  readonly send: (message: MessageSend, batch?: OrderedBatch) => Promise<Result<void>>;
  /** Begins a message that an ended process left waiting; one that is under way already stays so. */
  readonly begin: (message: MessageId) => Promise<Result<void>>;
  /** Takes a message that waits out of the queue. */
  readonly remove: (message: MessageId) => Promise<Result<void>>;
  /** Resolves when everything that was sent is admitted or refused. */
  readonly settled: () => Promise<unknown>;
}

export interface SenderSetup {
  readonly setup: Pick<SessionSetup, 'workspace' | 'store'>;
  readonly record: SessionRecord;
  readonly runner: SessionRunner;
  readonly left: LeftMessages;
  readonly running: () => TurnId | null;
  /** The mode that a person chose here; null: none. */
  readonly chosenMode: () => SettingValues['mode'] | null;
  readonly modeEntry: (mode: SettingValues['mode']) => EntryDraft;
  /** What else has to stand before the first message. */
  readonly takeFirst: () => readonly EntryDraft[];
}

/** Admits messages one after the other: two that come together stay in order, and the same one counts once. */
export function createMessageSender({
  setup,
  record,
  runner,
  left,
  running,
  chosenMode,
  modeEntry,
  takeFirst,
}: SenderSetup): MessageSender {
  let sending: Promise<unknown> = Promise.resolve();
  const admittedHere = new Set<string>();
  const isKnown = (message: MessageId): boolean => admittedHere.has(message) || record.state.knows(message);
  const waiting = createWaitingDeeds({ record, runner, left, running, isKnown });

  async function readWhole({ text, whole }: MessageSend): Promise<Result<string>> {
    return whole === undefined ? succeed(text) : readKeptText(setup.store.blobs, whole);
  }

  async function sendOne(message: MessageSend, batch?: OrderedBatch): Promise<Result<void>> {
    const { images = [], message_id: messageId } = message;
    if (left.has(messageId)) return waiting.begin(messageId);
    if (isKnown(messageId)) return succeed(undefined);
    if (running() === null && record.approvals.open().length > 0) return fail(waitsForAnswer());
    const whole = await readWhole(message);
    if (!whole.ok) return whole;
    const text = whole.value;
    const place = { workspace: setup.workspace, running: running() };
    const admitted = await admitMessage({ ...message, text }, place);
    if (!admitted.ok) return admitted;
    const opened = await record.open(text);
    if (!opened.ok) return opened;
    if (record.state.knows(messageId)) return succeed(undefined);
    const chosen = chosenMode();
    const modes = chosen === null || chosen === record.state.mode() ? [] : [modeEntry(chosen)];
    // What could not be written waits in order; talk goes on, and `unwritten` says so.
    const commands = batch === undefined ? {} : { commands: batch.commands.length };
    await record.append([...modes, ...takeFirst(), { ...admitted.value, ...commands }], { durable: true });
    admittedHere.add(messageId);
    const said: ConversationMessage = {
      id: messageId,
      text,
      files: admitted.value.files ?? [],
      images: images.map(({ blob, media_type: mediaType }) => ({ blob, mediaType })),
    };
    if (admitted.value.steers !== undefined) runner.steer(said);
    else runner.add(said, batch);
    return succeed(undefined);
  }

  const inTurn = async (work: () => Promise<Result<void>>): Promise<Result<void>> => {
    const done = sending.then(work);
    sending = done.catch(() => undefined);
    return done;
  };
  return {
    send: async (message, batch) => inTurn(async () => sendOne(message, batch)),
    begin: async (message) => inTurn(async () => waiting.begin(message)),
    remove: async (message) => inTurn(async () => waiting.remove(message)),
    settled: async () => sending,
  };
}

export function modeDraft(mode: SettingValues['mode']): SealedDraft {
  return { event_type: 'session_changed', settings: { mode } };
}
