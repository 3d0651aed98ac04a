import { entryBaseSchema, type EntryBase } from './entry-base.ts';
import { entrySchema, entryTypes, type Entry } from './entry.ts';

/** What a line of a journal turned out to be. Nothing is ever left out because it was not understood. */
export type ReadEntry =
  | { readonly kind: 'known'; readonly entry: Entry }
  /** From a newer version, or a known type in a shape that this version does not know. */
  | { readonly kind: 'foreign'; readonly entry: EntryBase; readonly reason: string }
  /** No entry at all: torn, glued or foreign text. */
  | { readonly kind: 'unreadable'; readonly reason: string };

const known = new Set(entryTypes);

/** What was just written is looked at by several; it is read once. */
const readBefore = new WeakMap<EntryBase, ReadEntry>();

export function readWritten(entry: EntryBase): ReadEntry {
  const before = readBefore.get(entry);
  if (before !== undefined) return before;
  const read = parseEntry(entry);
  readBefore.set(entry, read);
  return read;
}

export function parseEntry(value: unknown): ReadEntry {
  const parsed = entrySchema.safeParse(value);
  if (parsed.success) return { kind: 'known', entry: parsed.data };
  const base = entryBaseSchema.safeParse(value);
  if (!base.success) return { kind: 'unreadable', reason: describe(base.error.issues) };
  const reason = known.has(base.data.event_type)
    ? `its shape is not known: ${describe(parsed.error.issues)}`
    : 'its type is not known to this version';
  return { kind: 'foreign', entry: base.data, reason };
}

function describe(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  const [issue] = issues;
  if (issue === undefined) return 'it is no entry';
  return issue.path.length === 0 ? issue.message : `${issue.path.map(String).join('.')}: ${issue.message}`;
}
