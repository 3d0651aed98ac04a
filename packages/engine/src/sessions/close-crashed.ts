import { rookError, type EntryDraft, type EntryOf, type MessageId, type TurnId } from '@rook/contract';

import type { ConversationTurn } from '../context/conversation.ts';
import { textOfLong } from '../context/cut-text.ts';
import type { OpenCall, OpenTurn } from '../context/fold-conversation.ts';

/** What must be written so that a session whose process died is in order again. Nothing is done a second time. */
export function closeCrashed(open: readonly OpenTurn[]): readonly EntryDraft[] {
  return open.flatMap(({ turn, calls }) => [
    ...calls.map((call) => closeCall(turn.id, call)),
    closeTurn(turn),
  ]);
}

/** A message that never got its turn is not sent behind the back of who sent it; the model will see it in the next. */
export function closeNeverBegun(
  waiting: readonly EntryOf<'message_admitted'>[],
  nextTurn: () => TurnId,
): readonly EntryDraft[] {
  const end = { status: 'crashed', error: NEVER_BEGUN } as const;
  return waiting.flatMap((entry) => closeUnbegun(nextTurn(), entry.message_id, textOfLong(entry.text), end));
}

/** A message that a person took out of the queue. */
export function closeRemoved(turn: TurnId, message: MessageId, text: string): readonly EntryDraft[] {
  const error = rookError('cancelled', 'It was taken out of the queue before it was begun.');
  return closeUnbegun(turn, message, text, { status: 'cancelled', error });
}

function closeUnbegun(
  turn: TurnId,
  message: MessageId,
  text: string,
  end: Pick<ClosedTurn, 'status' | 'error'>,
): readonly EntryDraft[] {
  return [
    { event_type: 'turn_started', turn_id: turn, message_id: message },
    closed(turn, { user: { text }, text: '', toolCalls: 0, ...end }),
  ];
}

/** Calls that were under way when a process ended that waited for an answer: they are not made again. */
export function closeBegun({ turn, calls }: OpenTurn): readonly EntryDraft[] {
  return calls.filter(({ isBegun }) => isBegun).map((call) => closeCall(turn.id, call));
}

/** A turn that waited for an answer and that a person does not want any more. */
export function closeCancelled({ turn, calls }: OpenTurn): readonly EntryDraft[] {
  const error = rookError('cancelled', 'The turn was cancelled while it waited for an answer.');
  return [...calls.map((call) => closeCall(turn.id, call)), closeTurn(turn, { status: 'cancelled', error })];
}

const NEVER_BEGUN = rookError(
  'crashed',
  'The process ended before the model was asked; send the message again.',
);
const BROKEN_OFF = rookError('crashed', 'The process ended during the turn; what it had is kept.');
const UNKNOWN_END =
  'The process ended while this call was under way; whether it took effect is not known, and it was not made again.';
const NOT_MADE = 'The process ended before this call was made; it was not run.';

function closeCall(turn: TurnId, { id, name, input, isBegun }: OpenCall): EntryDraft {
  const error = isBegun ? UNKNOWN_END : NOT_MADE;
  return {
    event_type: 'tool_call',
    turn_id: turn,
    tool: { name, input: input ?? null },
    result: { ok: false, reply: JSON.stringify({ error }), error },
    timing_ms: 0,
    tool_use_id: id,
  };
}

function closeTurn(
  { id, message, rounds }: ConversationTurn,
  end: Pick<ClosedTurn, 'status' | 'error'> = { status: 'crashed', error: BROKEN_OFF },
): EntryDraft {
  return closed(id, {
    user: { text: message.text },
    text: rounds.flatMap(({ text }) => (text === '' ? [] : [text])).join('\n\n'),
    toolCalls: rounds.reduce((sum, { calls }) => sum + calls.length, 0),
    ...end,
  });
}

interface ClosedTurn {
  readonly user: { readonly text: string };
  readonly text: string;
  readonly toolCalls: number;
  readonly status: 'crashed' | 'cancelled';
  readonly error: typeof BROKEN_OFF;
}

function closed(id: TurnId, { user, text, toolCalls, status, error }: ClosedTurn): EntryDraft {
  return {
    event_type: 'turn',
    turn_id: id,
    user,
    assistant: { text },
    tool_call_count: toolCalls,
    status,
    error: { ...error },
  };
}
