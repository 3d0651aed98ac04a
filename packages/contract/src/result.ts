import type { RookError } from './errors.ts';

/** An expected outcome: a value, or a failure that the caller must handle. A throw is a bug. */
export type Result<Value, Failure = RookError> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export function succeed<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}
