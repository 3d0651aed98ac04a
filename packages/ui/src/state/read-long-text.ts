import { contentHashSchema, type ContentHash, type CutField } from '@rook/contract';

import type { LongText } from './conversation.ts';

export function readLongText(field: string | CutField): LongText {
  if (typeof field === 'string') return plainText(field);
  return { text: field.preview, cut: { hash: readHash(field.sha256), bytes: Math.max(0, field.byte_len) } };
}

export function plainText(text: string): LongText {
  return { text, cut: null };
}

/** A value of an entry as text: as it is where it is text, otherwise as JSON. */
export function readLongValue(value: unknown): LongText {
  if (typeof value === 'string') return plainText(value);
  if (isCutField(value)) return readLongText(value);
  return plainText(value === undefined ? '' : (JSON.stringify(value, null, 2) ?? ''));
}

function isCutField(value: unknown): value is CutField {
  return (
    isFields(value) &&
    value.truncated === true &&
    typeof value.sha256 === 'string' &&
    typeof value.preview === 'string' &&
    typeof value.byte_len === 'number'
  );
}

export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text in a field of unknown data. */
export function readText(value: unknown, name: string): string | null {
  const found = isFields(value) ? value[name] : undefined;
  return typeof found === 'string' ? found : null;
}

function readHash(text: string): ContentHash | null {
  const read = contentHashSchema.safeParse(text.startsWith('sha256:') ? text : `sha256:${text}`);
  return read.success ? read.data : null;
}
