import { rookError, type ScriptErrorCode, type ScriptEvent } from '@rook/contract';
import type { FailedEvent, ModelErrorCode, ModelEvent, TokenCounts } from '@rook/engine';

const MOST_REASONS = 10;

/** `sent` says that the request had gone out, so that the other side may have worked on it. */
export function cancelled(sent: boolean): FailedEvent {
  return failed('cancelled', 'The call was cancelled.', sent);
}

/** No step and no default answers the request. */
export function unmatched(reasons: readonly string[]): FailedEvent {
  const shown = reasons.slice(0, MOST_REASONS).join('; ');
  const more = reasons.length > MOST_REASONS ? `; and ${reasons.length - MOST_REASONS} more` : '';
  const why = reasons.length === 0 ? 'it has no steps' : `${shown}${more}`;
  return failed('model_bad_request', `The script has no answer to this request: ${why}.`, false);
}

/** Statuses of somebody who gave up waiting: an answer may have been written all the same. */
const GAVE_UP: ReadonlySet<number> = new Set([408, 504, 524]);

/** What a provider's refusal becomes, or what it says when a part of the answer had come. */
export function scriptedError(
  event: Extract<ScriptEvent, { readonly kind: 'error' }>,
  begun: boolean,
  usage: TokenCounts | null,
): FailedEvent {
  const code: ScriptErrorCode = event.code ?? codeOf(event.status ?? 500);
  const status = event.status === undefined ? '' : ` with status ${event.status}`;
  const message = event.message ?? `The script lets this request fail${status} (${code}).`;
  const { error } = failed(code, message, begun);
  const { retryAfterSeconds } = event;
  return {
    kind: 'failed',
    mayCost: begun || code === 'timed_out' || GAVE_UP.has(event.status ?? 0),
    usage,
    error: {
      ...error,
      ...(event.status === undefined ? {} : { status: event.status }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterMilliseconds: retryAfterSeconds * 1000 }),
    },
  };
}

/** How a broken line looks from here; `begun` says that a part of the answer had come. */
export function faultEnd(
  fault: 'cut' | 'reset' | 'malformed',
  begun: boolean,
  usage: TokenCounts,
): ModelEvent {
  switch (fault) {
    case 'cut':
      return { kind: 'finished', reason: 'cut', providerReason: null, usage };
    case 'malformed':
      return failed('model_bad_answer', 'The script sends what nobody can read.', true);
    case 'reset':
      return begun
        ? failed('model_cut', 'The script breaks the connection in the middle of the answer.', true)
        : failed('model_unreachable', 'The script breaks the connection.', true);
  }
}

function failed(code: ModelErrorCode, message: string, mayCost: boolean): FailedEvent {
  return { kind: 'failed', error: { ...rookError(code, message), code }, mayCost, usage: null };
}

/** As the wire would be understood. */
function codeOf(status: number): ScriptErrorCode {
  if (status === 401 || status === 403) return 'model_bad_key';
  if (status === 404) return 'model_unknown';
  if (status === 408) return 'timed_out';
  if (status === 413) return 'model_too_long';
  if (status === 429) return 'model_rate_limited';
  if (status < 500) return 'model_bad_request';
  return status === 503 || status === 529 ? 'model_overloaded' : 'model_failed';
}
