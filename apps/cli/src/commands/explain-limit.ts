import type { RookError } from '@rook/contract';
import type { LoadedSettings } from '@rook/engine';

const LIMITS: ReadonlySet<string> = new Set([
  'budget_exceeded',
  'price_unknown',
  'timed_out',
  'model_stalled',
]);
const BELOW: ReadonlySet<string> = new Set(['default', 'user']);

/** Raising a limit in the user's settings does not help where another source sets it. */
export function explainLimit(error: RookError, { origins }: Pick<LoadedSettings, 'origins'>): RookError {
  const name = /\b(?:budget\.[a-z]+|model\.timeout)\b/.exec(error.message)?.[0];
  const origin = name === undefined ? undefined : origins.get(name);
  if (!LIMITS.has(error.code) || origin === undefined || BELOW.has(origin.source)) return error;
  const sentence = `${name} is set by ${origin.origin}, which counts over your own settings: change it there.`;
  return { ...error, message: `${error.message} ${sentence}` };
}
