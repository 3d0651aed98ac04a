import { rookError, type RookError } from '@rook/contract';

import type { Answer } from './collect-answer.ts';

/** Why a turn ends, or that it goes on. */
export type NextStep =
  | { readonly kind: 'tools' }
  /** What the answer calls is refused, because the answer is not whole. */
  | { readonly kind: 'refuse_cut' }
  | {
      readonly kind: 'end';
      readonly status: 'completed' | 'cancelled' | 'failed';
      readonly error?: RookError;
    };

/** So many rounds of nothing but repeated calls, and nobody expects more of the model. */
export const MOST_IDLE_ROUNDS = 3;

export function decideNext(answer: Answer): NextStep {
  const { finish, error, calls, text } = answer;
  if (finish === 'cancelled')
    return { kind: 'end', status: 'cancelled', ...(error === null ? {} : { error }) };
  if (error !== null) return { kind: 'end', status: 'failed', error };
  if (finish === 'content_filter')
    return failed('model_refused', 'The provider filtered the answer; ask in other words.');
  if (finish === 'cut')
    return failed('model_cut', 'The answer broke off before its end; what came is kept. Try again.');
  if (calls.length > 0) return { kind: finish === 'length' ? 'refuse_cut' : 'tools' };
  if (finish === 'length') {
    const sentence =
      'The answer reached model.maxOutputTokens and was cut there; ask to go on, or raise the limit.';
    return failed('truncated', sentence);
  }
  if (text.trim() === '') return failed('model_bad_answer', 'The model answered nothing. Try again.');
  return { kind: 'end', status: 'completed' };
}

export function tooManyRounds(most: number): RookError {
  const sentence = `The turn was ended after ${most} rounds of tool calls (turn.maxRounds); what was found so far is kept. Ask to go on, or raise the limit.`;
  return rookError('too_many_rounds', sentence);
}

export function goesInCircles(): RookError {
  const sentence =
    'The turn was ended because the model made the same calls again and again although it was told; ask in other words.';
  return rookError('repeated_call', sentence);
}

function failed(code: RookError['code'], sentence: string): NextStep {
  return { kind: 'end', status: 'failed', error: rookError(code, sentence) };
}
