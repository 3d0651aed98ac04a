import {
  fail,
  rookError,
  succeed,
  type EntryDraft,
  type MessageSend,
  type Result,
  type RookError,
  type SettingValues,
  type TurnId,
} from '@rook/contract';

import type { ConversationMessage } from '../context/conversation.ts';
import { admitMessage } from './admit-message.ts';
import type { OrderedBatch } from './run-ordered-batch.ts';
import type { SessionRunner } from './run-session.ts';
import type { SealedDraft } from './seal.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionSetup } from './session.ts';

export interface MessageSender {
  readonly send: (message: MessageSend, batch?: OrderedBatch) => Promise<Result<void>>;
  /** Resolves when everything that was sent is admitted or refused. */
  readonly settled: () => Promise<unknown>;
}

export interface SenderSetup {
  readonly setup: Pick<SessionSetup, 'workspace'>;
  readonly record: SessionRecord;
  readonly runner: SessionRunner;
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
  running,
  chosenMode,
  modeEntry,
  takeFirst,
}: SenderSetup): MessageSender {
  let sending: Promise<unknown> = Promise.resolve();
  const admittedHere = new Set<string>();

  async function sendOne(message: MessageSend, batch?: OrderedBatch): Promise<Result<void>> {
    const { text, images = [], message_id: messageId } = message;
    if (admittedHere.has(messageId) || record.state.knows(messageId)) return succeed(undefined);
    if (running() === null && record.approvals.open().length > 0) return fail(waitsForAnswer());
    const admitted = await admitMessage(message, { workspace: setup.workspace, running: running() });
    if (!admitted.ok) return admitted;
    const opened = await record.open(message.text);
    if (!opened.ok) return opened;
    if (record.state.knows(messageId)) return succeed(undefined);
    const chosen = chosenMode();
    const modes = chosen === null || chosen === record.state.mode() ? [] : [modeEntry(chosen)];
    // What could not be written waits in order; talk goes on, and `unwritten` says so.
    await record.append([...modes, ...takeFirst(), admitted.value], { durable: true });
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

  return {
    send: async (message, batch) => {
      const sent = sending.then(async () => sendOne(message, batch));
      sending = sent.catch(() => undefined);
      return sent;
    },
    settled: async () => sending,
  };
}

export function modeDraft(mode: SettingValues['mode']): SealedDraft {
  return { event_type: 'session_changed', settings: { mode } };
}

function waitsForAnswer(): RookError {
  const sentence =
    'A turn of this session waits for an answer; `rook approval list` shows the question. Answer it first.';
  return rookError('approval_needed', sentence);
}
