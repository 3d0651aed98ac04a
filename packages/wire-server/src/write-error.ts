import type { ScriptEvent } from '@rook/contract';

import type { Dialect } from './dialect.ts';
import { readObject, type JsonObject } from './read-field.ts';

type ScriptedError = Extract<ScriptEvent, { kind: 'error' }>;

/** The HTTP status of a scripted failure. */
export function findStatus({ status, code }: ScriptedError): number {
  return status ?? STATUSES.get(code ?? '') ?? 500;
}

const STATUSES: ReadonlyMap<string, number> = new Map([
  ['model_overloaded', 529],
  ['model_rate_limited', 429],
  ['model_failed', 500],
  ['model_bad_key', 401],
  ['model_unknown', 404],
  ['model_bad_request', 400],
  ['model_too_long', 400],
  ['model_refused', 400],
  ['timed_out', 408],
]);

/** What a provider of the dialect sends with such a status. */
export function writeErrorBody(dialect: Dialect, error: ScriptedError): JsonObject {
  const status = findStatus(error);
  const message = error.message ?? MESSAGES.get(error.code ?? '') ?? `It failed with ${status}.`;
  const type = WORDS.get(status) ?? 'api_error';
  if (dialect === 'messages') return { type: 'error', error: { type, message } };
  if (dialect === 'gemini') return { error: { code: status, message, status: type.toUpperCase() } };
  return { error: { message, type, param: null, code: type } };
}

const MESSAGES: ReadonlyMap<string, string> = new Map([
  ['model_too_long', 'prompt is too long: the maximum context length is exceeded'],
  ['model_refused', 'The prompt was blocked by the content filter.'],
  ['model_unknown', 'The model does not exist.'],
]);

const WORDS: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [529, 'overloaded_error'],
]);

/** The same failure inside a stream that has begun. */
export function writeErrorFrame(dialect: Dialect, error: ScriptedError): string {
  const body = writeErrorBody(dialect, error);
  if (dialect === 'messages') return `event: error\ndata: ${JSON.stringify(body)}`;
  if (dialect !== 'responses') return `data: ${JSON.stringify(body)}`;
  const { message, code } = { message: '', code: '', ...readObject(body, 'error') };
  return `event: error\ndata: ${JSON.stringify({ type: 'error', sequence_number: 99, code, message, param: null })}`;
}
