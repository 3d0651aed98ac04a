import type { CutField } from '@rook/contract';

import { isTooDeep } from '../journal/json-depth.ts';

/** A field that may have been cut when it was written, as a text that says so. */
export function textOfLong(value: string | CutField): string {
  if (typeof value === 'string') return value;
  const size = value.byte_len < 0 ? '' : ` of ${value.byte_len} bytes`;
  return `${value.preview}\n[Cut here: this is the beginning${size}.]`;
}

function isCutField(value: unknown): value is CutField {
  return (
    typeof value === 'object' &&
    value !== null &&
    'truncated' in value &&
    value.truncated === true &&
    'byte_len' in value &&
    typeof value.byte_len === 'number' &&
    'preview' in value &&
    typeof value.preview === 'string'
  );
}

/** Any JSON value as a model reads it. */
export function textOfValue(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  if (isTooDeep(value)) return TOO_DEEP;
  return isCutField(value) ? textOfLong(value) : JSON.stringify(value);
}

/** The input of a call as it can go out again. */
export function readInput(input: unknown): unknown {
  if (isTooDeep(input)) return { cut: TOO_DEEP };
  return isCutField(input) ? { cut: textOfLong(input) } : input;
}

/** Nobody but who wrote the file by hand writes such a value. */
const TOO_DEEP = '[This value is nested too deep to be shown.]';
