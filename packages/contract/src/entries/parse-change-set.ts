import type { EntryOf } from './entry.ts';
import { parseEntry } from './parse-entry.ts';

type ChangeSetEntry = EntryOf<'change_set_applied'> | EntryOf<'change_set_refused'>;
type Fields = Readonly<Record<string, unknown>>;

const ID = /^cs-\d+(-\d+)?$/u;
const HASH = /^sha256:[0-9a-f]{64}$/u;
const INTENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u;
const SESSION = /^[a-z][a-z0-9]*-\d{8}-[0-9a-f]{8}$/u;
const KINDS = new Set<unknown>(['edit', 'rewind', 'forward', 'by_command']);
const AUTHORS = new Set<unknown>([undefined, 'assistant', 'user']);
const STATES = new Set<unknown>(['applied', 'refused', 'skipped']);

/**
 * How a change set ended, or null for anything else. A history has thousands of them, and looking at the fields that it takes is many
 * times faster than reading all of the shape; what has anything unusual is read in full.
 */
export function parseChangeSet(value: unknown): ChangeSetEntry | null {
  if (isPlainSet(value)) return value;
  const read = parseEntry(value);
  if (read.kind !== 'known') return null;
  const { entry } = read;
  return entry.event_type === 'change_set_applied' || entry.event_type === 'change_set_refused'
    ? entry
    : null;
}

/** The usual change set: one that undoes nothing, and was neither imported nor recovered. */
function isPlainSet(value: unknown): value is EntryOf<'change_set_applied'> {
  if (!isFields(value)) return false;
  const { files, made_folders: folders } = value;
  return (
    value['event_type'] === 'change_set_applied' &&
    value['undoes'] === undefined &&
    value['imported'] === undefined &&
    value['cost_usd'] === undefined &&
    value['beside'] === undefined &&
    value['unnamed_files'] === undefined &&
    (value['command_id'] === undefined || typeof value['command_id'] === 'string') &&
    (value['intent_id'] === null || fits(INTENT, value['intent_id'])) &&
    KINDS.has(value['kind']) &&
    AUTHORS.has(value['by']) &&
    fits(ID, value['change_set_id']) &&
    fits(SESSION, value['session_id']) &&
    typeof value['timestamp'] === 'string' &&
    (value['turn_id'] === undefined || fits(/^t\d{4,9}$/u, value['turn_id'])) &&
    (folders === undefined || isListOf(folders, (folder) => typeof folder === 'string')) &&
    isListOf(files, isPlainFile)
  );
}

function isPlainFile(file: unknown): boolean {
  if (!isFields(file)) return false;
  const { before_hash: before, after_hash: after, renamed_from: from, hunks } = file;
  return (
    typeof file['path'] === 'string' &&
    STATES.has(file['status']) &&
    (before === null || fits(HASH, before)) &&
    (after === null || fits(HASH, after)) &&
    isCount(file['added']) &&
    isCount(file['removed']) &&
    (from === undefined || typeof from === 'string') &&
    file['out_of_scope'] === undefined &&
    file['after_mode'] === undefined &&
    file['before_link'] === undefined &&
    file['after_link'] === undefined &&
    file['planned_hash'] === undefined &&
    (hunks === undefined || isListOf(hunks, isPlainHunk))
  );
}

function isPlainHunk(hunk: unknown): boolean {
  return (
    isFields(hunk) &&
    isCount(hunk['start']) &&
    hunk['start'] !== 0 &&
    isCount(hunk['removed']) &&
    isCount(hunk['added'])
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isItem(item));
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function fits(pattern: RegExp, value: unknown): boolean {
  return typeof value === 'string' && pattern.test(value);
}
