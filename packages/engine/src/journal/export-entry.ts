import { parseEntry, type EntryBase, type ReadEntry } from '@rook/contract';

import { isTooDeep } from './json-depth.ts';
import type { Redactor } from './redact-secrets.ts';
import { countRedactionMarks } from './redaction-mark.ts';

/** An entry as it may leave, or come in: looked at once more for secrets. */
export interface CleanEntry {
  readonly read: Exclude<ReadEntry, { kind: 'unreadable' }>;
  /** The entry as JSON, without the line break. */
  readonly text: string;
  /** How many secrets each rule took out this time; empty when the entry is as it was. */
  readonly found: ReadonlyMap<string, number>;
}

/** The entry without secrets; undefined when it is nested too deep to be written at all. */
export function cleanEntry(
  read: Exclude<ReadEntry, { kind: 'unreadable' }>,
  redactor: Redactor,
): CleanEntry | undefined {
  if (isTooDeep(read.entry)) return undefined;
  const text = JSON.stringify(read.entry);
  if (!redactor.mayHold(text)) return { read, text, found: NOTHING };
  const [kept, open] = split(read.entry);
  const redacted = redactor.redactValue(open);
  if (redacted.found.length === 0) return { read, text, found: NOTHING };
  const clean = join(kept, redacted.value);
  const again = parseEntry(clean);
  // What the journal itself gave is not redacted, so an entry stays one whatever was taken out of it.
  if (again.kind === 'unreadable') return undefined;
  const cleanText = JSON.stringify(again.entry);
  return { read: again, text: cleanText, found: countFound(text, cleanText, redacted.found) };
}

const NOTHING: ReadonlyMap<string, number> = new Map();

/** Fields of a fixed shape, in which no secret can stand. */
const PLACING = new Set(['schema_version', 'event_id', 'timestamp', 'session_id', 'seq', 'prev']);

function split(entry: EntryBase): [kept: object, open: object] {
  const fields = Object.entries(entry);
  return [
    Object.fromEntries(fields.filter(([name]) => PLACING.has(name))),
    Object.fromEntries(fields.filter(([name]) => !PLACING.has(name))),
  ];
}

function join(kept: object, open: unknown): unknown {
  return typeof open === 'object' && open !== null ? { ...kept, ...open } : { ...kept };
}

/** Marks that were not there before; a rule whose mark another one swallowed counts once. */
function countFound(before: string, after: string, rules: readonly string[]): ReadonlyMap<string, number> {
  const [old, young] = [countRedactionMarks(before), countRedactionMarks(after)];
  return new Map(rules.map((rule) => [rule, Math.max(1, (young.get(rule) ?? 0) - (old.get(rule) ?? 0))]));
}
