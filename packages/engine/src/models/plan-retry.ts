import { fail, succeed, type Result } from '@rook/contract';

import type { ModelError } from '../ports/model.ts';

const MOST_TRIES = 4;
const FIRST_WAIT_MILLISECONDS = 1000;
const LONGEST_WAIT_MILLISECONDS = 30_000;
/** Who is asked to wait longer than this is told, and not kept waiting. */
const LONGEST_ASKED_MILLISECONDS = 60_000;

export interface FailedTry {
  readonly error: ModelError;
  /** How many there were, with this one. */
  readonly tries: number;
  /** Whether a part of the answer was given out and may not be taken back. */
  readonly isBinding: boolean;
  readonly millisecondsLeft: number;
  /** From 0 up to 1. */
  readonly random: number;
}

/** How long to wait before the next try, or why there is none. Waits grow, and differ so that many do not come at once. */
export function planRetry(failed: FailedTry): Result<number, ModelError> {
  const { error, tries, isBinding, millisecondsLeft, random } = failed;
  const isFinal = !error.retryable || error.code === 'cancelled' || error.code === 'timed_out';
  if (isFinal || isBinding) return fail(error);
  const asked = error.retryAfterMilliseconds ?? 0;
  if (asked > LONGEST_ASKED_MILLISECONDS)
    return fail(extend(error, `It asks to wait ${showWait(asked)} before the next try.`));
  if (tries >= MOST_TRIES) return fail(extend(error, `It was tried ${tries} times.`));
  const highest = Math.min(FIRST_WAIT_MILLISECONDS * 2 ** (tries - 1), LONGEST_WAIT_MILLISECONDS);
  const wait = asked + Math.round(highest * (0.5 + random / 2));
  if (wait < millisecondsLeft) return succeed(wait);
  return fail(extend(error, 'The time of the call (model.timeout) would be over before the next try.'));
}

function extend(error: ModelError, sentence: string): ModelError {
  return { ...error, message: `${error.message.replace(/\.?$/, '.')} ${sentence}` };
}

function showWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
