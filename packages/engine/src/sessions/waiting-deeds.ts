import {
  fail,
  rookError,
  succeed,
  type MessageId,
  type Result,
  type RookError,
  type TurnId,
} from '@rook/contract';

import { textOfLong } from '../context/cut-text.ts';
import { closeRemoved } from './close-crashed.ts';
import type { LeftMessages } from './left-messages.ts';
import type { SessionRunner } from './run-session.ts';
import type { SessionRecord } from './session-record.ts';

/** What a person does with a message that waits. One at a time. */
interface WaitingDeeds {
  readonly begin: (message: MessageId) => Promise<Result<void>>;
  readonly remove: (message: MessageId) => Promise<Result<void>>;
}

interface WaitingParts {
  readonly record: SessionRecord;
  readonly runner: SessionRunner;
  readonly left: LeftMessages;
  readonly running: () => TurnId | null;
  /** It was admitted, here or before. */
  readonly isKnown: (message: MessageId) => boolean;
}

export function createWaitingDeeds({ record, runner, left, running, isKnown }: WaitingParts): WaitingDeeds {
  return {
    begin: async (message) => {
      if (!left.has(message)) return isKnown(message) ? succeed(undefined) : fail(neverAdmitted(message));
      if (running() === null && record.approvals.open().length > 0) return fail(waitsForAnswer());
      const taken = await left.take(message);
      if (!taken.ok) return taken;
      runner.add(taken.value);
      return succeed(undefined);
    },
    remove: async (message) => {
      const entry = record.waiting.list().find((one) => one.message_id === message);
      const text = runner.remove(message)?.text ?? (left.has(message) ? textOfLong(entry?.text ?? '') : null);
      if (text === null) return fail(isKnown(message) ? hasBegun() : neverAdmitted(message));
      left.drop(message);
      const written = await record.append(closeRemoved(record.nextTurn(), message, text), { durable: true });
      return written.ok ? succeed(undefined) : written;
    },
  };
}

export function waitsForAnswer(): RookError {
  const sentence =
    'A turn of this session waits for an answer; `rook approval list` shows the question. Answer it first.';
  return rookError('approval_needed', sentence);
}

function neverAdmitted(message: MessageId): RookError {
  return rookError('not_found', `This session has no message ${message}.`);
}

function hasBegun(): RookError {
  return rookError('busy', 'The message waits no more; its turn has begun. Stop the turn instead.');
}
