import { fail, rookError, succeed, type IntentId, type Result } from '@rook/contract';
import type { YAMLMap } from 'yaml';

import { addRecord, recordValue } from './intent-lines.ts';
import { addToList, addToRecord, replaceScalar, takeFromList, type Splice } from './intent-splices.ts';
import { INTENTS_PATH, type Intent, type IntentList } from './intent.ts';
import { readIntents, type IntentFile } from './read-intents.ts';

/** One change of one record. */
export type IntentChange =
  | { readonly kind: 'set'; readonly field: 'name' | 'status'; readonly value: string }
  | { readonly kind: 'confirm' }
  | { readonly kind: 'add' | 'remove'; readonly field: IntentList; readonly value: string };

/**
 * Changes a record in the text of the file by one splice for each change, so that every other byte stays. What was made
 * is read again, and where it says anything else than it should, nothing is changed.
 */
export async function editIntentText(
  file: IntentFile,
  id: IntentId,
  changes: readonly IntentChange[],
): Promise<Result<IntentFile>> {
  let now = file;
  for (const change of changes) {
    const index = now.intents.findIndex((intent) => intent.id === id);
    const record = now.places?.records[index];
    if (record === undefined) return fail(rookError('not_found', `There is no intent ${id}.`));
    const expected = changedValue(now, index, change);
    if (expected === null) continue;
    const spliced = await firstFitting(now, spliceRecord(now, record, change), expected);
    if (!spliced.ok) return spliced;
    now = spliced.value;
  }
  return succeed(now);
}

/** Adds a record behind the others. */
export async function addIntentText(file: IntentFile, intent: Intent): Promise<Result<IntentFile>> {
  const value = recordValue(intent);
  const root = isRecord(file.places?.value) ? file.places.value : {};
  const known: readonly unknown[] = Array.isArray(root['active_intents']) ? root['active_intents'] : [];
  return firstFitting(file, addRecord(file, value), { ...root, active_intents: [...known, value] });
}

/** The places where a change can be made differ with how the file is written; the first that gives the right file is taken. */
async function firstFitting(
  file: IntentFile,
  splices: readonly Splice[],
  expected: unknown,
): Promise<Result<IntentFile>> {
  for (const { start, end, text } of splices) {
    const changed = `${file.mark}${file.text.slice(0, start)}${text}${file.text.slice(end)}`;
    const read = await readIntents(new TextEncoder().encode(changed));
    if (read.ok && JSON.stringify(read.value.places?.value) === JSON.stringify(expected)) return read;
  }
  const sentence = `${INTENTS_PATH} is written in a way that cannot be changed without touching the rest of it; change it by hand. Nothing was written.`;
  return fail(rookError('invalid_value', sentence));
}

function spliceRecord({ text }: IntentFile, record: YAMLMap, change: IntentChange): readonly Splice[] {
  if (change.kind === 'set') return replaceScalar(text, record, change.field, change.value);
  if (change.kind === 'confirm') return replaceScalar(text, record, 'draft', false);
  if (change.kind === 'remove') return takeFromList(text, record, change.field, change.value);
  return record.has(change.field)
    ? addToList(text, record, change.field, change.value)
    : addToRecord(text, record, change.field, change.value);
}

/** What the file has to say after a change; null where it says so already. */
function changedValue(file: IntentFile, index: number, change: IntentChange): unknown {
  const root = file.places?.value;
  if (!isRecord(root) || !Array.isArray(root['active_intents'])) return null;
  const records: readonly unknown[] = root['active_intents'];
  const before = records[index];
  if (!isRecord(before)) return null;
  const after = changedRecord(before, change);
  return after === null ? null : { ...root, active_intents: records.with(index, after) };
}

function changedRecord(
  before: Readonly<Record<string, unknown>>,
  change: IntentChange,
): Readonly<Record<string, unknown>> | null {
  if (change.kind === 'set')
    return before[change.field] === change.value ? null : { ...before, [change.field]: change.value };
  if (change.kind === 'confirm') return before['draft'] === true ? { ...before, draft: false } : null;
  const { field, value } = change;
  const known: readonly unknown[] = Array.isArray(before[field]) ? before[field] : [];
  if (change.kind === 'add') return known.includes(value) ? null : { ...before, [field]: [...known, value] };
  return known.includes(value) ? { ...before, [field]: known.toSpliced(known.indexOf(value), 1) } : null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
