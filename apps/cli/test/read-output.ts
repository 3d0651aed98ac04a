import { parseError, type RookError } from '@rook/contract';

import type { End } from './run-rook.ts';

/** The one JSON value that a command printed; throws when it printed anything else beside it. */
export function jsonOf({ stdout, stderr }: End): unknown {
  const lines = stdout.split('\n');
  if (lines.length !== 2 || lines[1] !== '') throw new Error(`not one line on stdout: ${stdout}`);
  if (stderr !== '') throw new Error(`something on stderr beside --json: ${stderr}`);
  const value: unknown = JSON.parse(stdout);
  return value;
}

/** The failure that a command printed under `--json`; throws when its shape is not the contract's. */
export function errorOf(end: End): RookError {
  const value = jsonOf(end);
  const fields = [keysOf(value), keysOf(valueAt(value, 'error'))];
  if (JSON.stringify(fields) !== '[["error"],["code","kind","message","retryable"]]') {
    throw new Error(`not the shape of a failure: ${end.stdout}`);
  }
  const error = parseError(valueAt(value, 'error'));
  if (!error.ok) throw new Error(error.error);
  return error.value;
}

/** The names of an object's fields, sorted. */
export function keysOf(value: unknown): readonly string[] {
  return typeof value === 'object' && value !== null ? Object.keys(value).toSorted() : [];
}

/** What lies at a path inside a JSON value, or undefined. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, step) => {
    return typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined;
  }, value);
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  if (!Array.isArray(found)) throw new Error(`no list at ${path.join('.')}`);
  return found;
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = valueAt(value, ...path);
  if (typeof found !== 'string') throw new Error(`no text at ${path.join('.')}`);
  return found;
}

/** Characters that a terminal would obey, or that would hide or turn what is read; the joiner of emojis is none. */
export function harmfulCharacters(text: string): readonly string[] {
  const found = text.match(HARMFUL) ?? [];
  return found.map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

const HARMFUL = /(?![\n\t])[\p{Cc}\u061C\u200B\u200C\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;
