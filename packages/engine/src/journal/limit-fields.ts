import { createHash } from 'node:crypto';

import type { CutField } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field of this size or more is not written into the journal. */
export const FIELD_LIMIT_BYTES = 5 * 1024 * 1024;
const PREVIEW_CHARS = 1000;

/** The fields of each type that may grow without bound. */
const LONG_FIELDS = new Map<string, readonly (readonly [string, string?])[]>(
  Object.entries({
    turn: [
      ['user', 'text'],
      ['assistant', 'text'],
    ],
    tool_call: [
      ['tool', 'input'],
      ['result', 'reply'],
    ],
    message_admitted: [['text']],
    answer_received: [['text']],
    tool_call_requested: [['tool', 'input']],
    approval_requested: [['preview']],
    command_started: [['command']],
    command_ended: [['output']],
    history_compacted: [['summary']],
  }),
);

/**
 * The draft with every field that is too large, or that cannot be written as JSON, replaced by its size,
 * hash and beginning. The bytes go to the blob store first. Must not throw, whatever a field holds.
 */
export async function limitFields(type: string, fields: Fields, blobs: Blobs): Promise<Fields> {
  const limited = new Map(Object.entries(fields));
  for (const [outer, inner] of LONG_FIELDS.get(type) ?? []) {
    const holder = limited.get(outer);
    const value = inner === undefined ? holder : asFields(holder)[inner];
    const cut = value === undefined ? undefined : await cutField(value, blobs);
    if (cut !== undefined)
      limited.set(outer, inner === undefined ? cut : { ...asFields(holder), [inner]: cut });
  }
  return Object.fromEntries(limited);
}

/** The fields with each one cut that cannot be written as JSON, so that an entry is written whatever it holds. */
export async function cutUnwritable(fields: Fields, blobs: Blobs): Promise<Fields> {
  const writable = new Map(Object.entries(fields));
  for (const [name, value] of writable) {
    try {
      JSON.stringify(value);
    } catch {
      writable.set(name, await cutField(value, blobs));
    }
  }
  return Object.fromEntries(writable);
}

/** Whether no field of a line can be too large: a character takes at most three bytes. */
export function isSmall(text: string): boolean {
  return text.length * 3 < FIELD_LIMIT_BYTES;
}

/** The cut field that replaces the value, or undefined when it is small enough. */
export async function cutField(value: unknown, blobs: Blobs): Promise<CutField | undefined> {
  let text: string;
  try {
    if (typeof value === 'string' && isSmall(value)) return undefined;
    text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
    const bytes = new TextEncoder().encode(text);
    if (bytes.length < FIELD_LIMIT_BYTES) return undefined;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const kept = await blobs.put(bytes);
    const preview = text.slice(0, PREVIEW_CHARS);
    return {
      truncated: true,
      byte_len: bytes.length,
      sha256,
      preview,
      ...(kept.ok ? { blob: kept.value } : {}),
    };
  } catch {
    return { truncated: true, byte_len: -1, sha256: 'hash_failed', preview: previewOf(value) };
  }
}

function previewOf(value: unknown): string {
  try {
    return String(value).slice(0, PREVIEW_CHARS);
  } catch {
    return '';
  }
}

/** The fields of an object; none of anything else. */
export function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
