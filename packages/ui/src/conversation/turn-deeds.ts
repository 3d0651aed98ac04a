import type { RookError } from '@rook/contract';

import type { TurnView } from '../state/conversation.ts';
import { makeMessageId } from '../state/make-message-id.ts';
import type { SessionStore } from '../state/session-store.ts';

/** Sends the question of a turn once more, with all that came with it; commands that were chosen are run once more. */
export function sendAgain(store: SessionStore, turn: TurnView): void {
  const { question, files, images } = turn;
  if (turn.isBatch) return runCommands(store, listChosen(turn));
  if (question === null) return;
  const whole = question.cut?.hash ?? null;
  void store.send({
    type: 'message_send',
    message_id: makeMessageId(),
    text: question.text,
    ...(whole === null ? {} : { whole }),
    ...(files.length === 0 ? {} : { files: [...files] }),
    ...(images.length === 0
      ? {}
      : { images: images.map(({ hash, mediaType }) => ({ blob: hash, media_type: mediaType })) }),
  });
}

export function sendText(store: SessionStore, text: string): void {
  void store.send({ type: 'message_send', message_id: makeMessageId(), text });
}

/** Which commands a person chose is known once their batch has begun. */
export function canSendAgain({ isBatch, question, batches }: TurnView): boolean {
  return isBatch ? batches.length > 0 : question !== null;
}

function listChosen({ batches }: TurnView): readonly string[] {
  return batches[0]?.commands ?? [];
}

/** Of the commands that a person chose, those that were neither run nor anything in their place. */
export function listLeftOver({ isBatch, batches }: TurnView): readonly string[] {
  return isBatch ? (batches.at(-1)?.end?.left ?? []) : [];
}

/** Runs commands that a reply offers, at the word of a person. */
export function runCommands(store: SessionStore, commands: readonly string[]): void {
  const [first] = commands;
  if (first === undefined) return;
  void store.send({
    type: 'batch_run',
    message_id: makeMessageId(),
    text: commands.length === 1 ? `Run ${first}` : `Run ${commands.length} commands`,
    commands: commands.map((command) => ({ command })),
    analyse: true,
  });
}

type Failed = (title: string, error: RookError) => void;

/** `failed` is told where the answer did not arrive. */
export async function answerYes(store: SessionStore, approval: string, failed: Failed): Promise<void> {
  const sent = await store.send({
    type: 'approval_answer',
    approval_id: approval,
    answer: 'yes',
    scope: 'once',
  });
  if (!sent.ok) failed('Nothing was applied: the answer did not arrive.', sent.error);
}

/** Ends a command in the background. */
export async function stopJob(store: SessionStore, command: string, failed: Failed): Promise<void> {
  const stopped = await store.send({ type: 'job_stop', command_id: command });
  if (!stopped.ok) failed('The command was not stopped.', stopped.error);
}

export async function stopTurn(store: SessionStore, failed: Failed): Promise<void> {
  const stopped = await store.send({ type: 'turn_cancel' });
  if (!stopped.ok) failed('The turn was not stopped.', stopped.error);
}
