import { createHash } from 'node:crypto';

import { succeed, type CutField, type Result } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A field of this size or more is not written into the journal. */
export const FIELD_LIMIT_BYTES = 5 * 1024 * 1024;
const PREVIEW_CHARS = 1000;
/** The longest fields that an entry may have by rule stay below this, also when all of them are escaped. */
const ENTRY_LIMIT_BYTES = 62 * 1024 * 1024;

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
    batch_judged: [['answer']],
    history_compacted: [['summary']],
  }),
);

/**
 * The draft with every field that is too large, or that cannot be written as JSON, replaced by its size,
 * hash and beginning. The bytes go to the blob store first. Must not throw, whatever a field holds.
 */
export async function limitFields(type: string, fields: Fields, blobs: Blobs): Promise<Result<Fields>> {
  const limited = new Map(Object.entries(fields));
  for (const [outer, inner] of LONG_FIELDS.get(type) ?? []) {
    const holder = limited.get(outer);
    const value = inner === undefined ? holder : asFields(holder)[inner];
    const cut = value === undefined ? succeed(undefined) : await cutField(value, blobs);
    if (!cut.ok) return cut;
    if (cut.value !== undefined) {
      limited.set(outer, inner === undefined ? cut.value : { ...asFields(holder), [inner]: cut.value });
    }
  }
  return limitOthers(limited, blobs);
}

/**
 * A line that is too long to be held is never read again as an entry. So where the fields that may grow are not
 * the ones that did, those that did are cut as well, although the entry is then of a shape that is not known.
 */
async function limitOthers(fields: Map<string, unknown>, blobs: Blobs): Promise<Result<Fields>> {
  if (bytesOf(Object.fromEntries(fields)) < ENTRY_LIMIT_BYTES) return succeed(Object.fromEntries(fields));
  for (const [name, value] of fields) {
    const cut = await cutField(value, blobs);
    if (!cut.ok) return cut;
    if (cut.value !== undefined) fields.set(name, cut.value);
  }
  return succeed(Object.fromEntries(fields));
}

function bytesOf(value: unknown): number {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '');
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** The fields that the journal itself gives; a draft cannot. */
export const BASE_NAMES = [
  'schema_version',
  'event_id',
  'timestamp',
  'workspace',
  'session_id',
  'mode',
  'seq',
  'prev',
  'imported',
];

/**
 * The fields as they will be written: plain JSON values, so that what is looked at for secrets is what stands in
 * the line. A field that cannot be written as JSON is cut. The parts of a long field are treated each alone.
 */
export async function plainFields(draft: object, blobs: Blobs): Promise<ReadonlyMap<string, unknown>> {
  const plain = new Map<string, unknown>();
  for (const name of Object.keys(draft)) {
    if (BASE_NAMES.includes(name)) continue;
    const value = readField(draft, name);
    const json = asJson(value);
    const written = json === undefined ? await plainParts(value, blobs) : json;
    if (written !== undefined) plain.set(name, written);
  }
  return plain;
}

/** What remains of an object of which some part cannot be written. */
async function plainParts(value: unknown, blobs: Blobs): Promise<unknown> {
  if (isLeftOut(value)) return undefined;
  if (isPlainObject(value) && Object.keys(value).length > 0) {
    const parts = new Map<string, unknown>();
    for (const name of Object.keys(value)) {
      const part = readField(value, name);
      const json = asJson(part);
      if (json !== undefined) parts.set(name, json);
      else if (!isLeftOut(part)) parts.set(name, unwritable(part));
    }
    return Object.fromEntries(parts);
  }
  const cut = await cutField(value, blobs);
  return cut.ok ? cut.value : unwritable(value);
}

/** What JSON itself leaves out of an object. */
function isLeftOut(value: unknown): boolean {
  return value === undefined || typeof value === 'function' || typeof value === 'symbol';
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as JSON would give it back, or undefined when it cannot be written. */
function asJson(value: unknown): unknown {
  try {
    const text = JSON.stringify(value);
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reading a field may run code that fails. */
function readField(holder: object, name: string): unknown {
  try {
    return Reflect.get(holder, name);
  } catch {
    return unwritable(undefined);
  }
}

function unwritable(value: unknown): CutField {
  return { truncated: true, byte_len: -1, sha256: 'hash_failed', preview: previewOf(value) };
}

/** Whether no field of a line can be too large: a character takes at most three bytes. */
export function isSmall(text: string): boolean {
  return text.length * 3 < FIELD_LIMIT_BYTES;
}

/** The cut field that replaces the value, or undefined when it is small enough. Fails when its bytes cannot be kept. */
export async function cutField(value: unknown, blobs: Blobs): Promise<Result<CutField | undefined>> {
  let text: string;
  try {
    if (typeof value === 'string' && isSmall(value)) return succeed(undefined);
    text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
  } catch {
    return succeed(unwritable(value));
  }
  const bytes = new TextEncoder().encode(text);
  if (bytes.length < FIELD_LIMIT_BYTES) return succeed(undefined);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const kept = await blobs.put(bytes);
  if (!kept.ok) return kept;
  const preview = text.slice(0, PREVIEW_CHARS);
  return succeed({ truncated: true, byte_len: bytes.length, sha256, preview, blob: kept.value });
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
