import { ERRORS } from '@rook/contract';
import type { ModelError } from '@rook/engine';

const MOST_CHARACTERS = 500;

/** Makes one typed failure out of whatever the editor or a provider threw. Never throws. */
export function toModelError(failure: unknown, model: string, isCancelled: boolean): ModelError {
  const said = readMessage(failure);
  const code = isCancelled ? '' : readCode(failure);
  if (isCancelled || code === 'Canceled') return make('cancelled', 'The call to the model was cancelled.');
  if (code === 'NoPermissions') {
    const sentence = `The editor does not let this extension use ${model}; allow it when the editor asks, or under "Manage Language Model Access"${said}`;
    return make('model_refused', sentence);
  }
  if (code === 'Blocked') {
    const sentence = `${model} takes no more requests for now; wait, or choose another model${said}`;
    return make('model_rate_limited', sentence);
  }
  if (code === 'NotFound') {
    const sentence = `The editor does not have the model ${model} any more; choose another in the chat${said}`;
    return make('model_unknown', sentence);
  }
  return make('model_failed', `${model} failed; try again, or choose another model${said}`);
}

/** The editor said no before a provider was asked. */
export function isRefusal(failure: unknown): boolean {
  return ['NoPermissions', 'Blocked', 'NotFound'].includes(readCode(failure));
}

function make(code: ModelError['code'], message: string): ModelError {
  const { kind, retryable } = ERRORS[code];
  return { code, kind, retryable, message };
}

/** `code` names the kind, where the editor knows it; what a provider threw itself lies in `cause`. */
function readCode(failure: unknown): string {
  if (typeof failure !== 'object' || failure === null) return '';
  if ('name' in failure && failure.name === 'Canceled') return 'Canceled';
  return 'code' in failure && typeof failure.code === 'string' ? failure.code : '';
}

function readMessage(failure: unknown): string {
  if (failure === undefined) return '.';
  const cause = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure;
  const text = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : '';
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line === '' ? '.' : `: ${line.slice(0, MOST_CHARACTERS)}`;
}
