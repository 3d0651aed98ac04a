import type { IntentId, Result } from '@rook/contract';

import type { PathHistory } from '../journal/load-path-history.ts';
import { compare, lineOf, mergeRows, readTables, WITHOUT_INTENT, type MapRow } from './intent-map-rows.ts';
import type { Intent } from './intent.ts';
import { findSection, placeSection, type SectionMarks } from './marked-section.ts';

export const INTENT_MAP_FILE = 'intent_map.md';

/** What an intent did to a file. */
interface MappedFile {
  readonly path: string;
  /** How many change sets of it stand. */
  readonly changeSets: number;
  /** How many were taken back. */
  readonly takenBack: number;
  readonly added: number;
  readonly removed: number;
  /** How many of them, of both kinds, only the ledger tells of. */
  readonly fromLedger: number;
}

export interface MappedIntent {
  /** Null: what was changed for none. */
  readonly id: IntentId | null;
  /** By path. */
  readonly files: readonly MappedFile[];
}

const NOTHING = { changeSets: 0, takenBack: 0, added: 0, removed: 0, fromLedger: 0 };

/** Which intents touched which files. A rewind is no change of its own: what it took back does not count any more. */
export function mapIntents(history: PathHistory): readonly MappedIntent[] {
  const mapped = new Map<IntentId | null, Map<string, MappedFile>>();
  for (const set of history.sets) {
    if (set.kind === 'rewind' || set.kind === 'forward' || history.isOpen(set)) continue;
    const files = mapped.get(set.intent) ?? new Map<string, MappedFile>();
    mapped.set(set.intent, files);
    for (const { path, added, removed } of set.files) {
      const known = files.get(path) ?? NOTHING;
      const isUndone = history.isUndone(set, path);
      files.set(path, {
        path,
        changeSets: known.changeSets + (isUndone ? 0 : 1),
        takenBack: known.takenBack + (isUndone ? 1 : 0),
        added: known.added + (isUndone ? 0 : added),
        removed: known.removed + (isUndone ? 0 : removed),
        fromLedger: known.fromLedger + (set.ledger === undefined ? 0 : 1),
      });
    }
  }
  return [...mapped]
    .map(([id, files]) => ({ id, files: [...files.values()].toSorted((a, b) => compare(a.path, b.path)) }))
    .toSorted((a, b) => (a.id === null ? 1 : b.id === null ? -1 : compare(a.id, b.id)));
}

/** A file with the lines that are there now, from 1, both ends included. */
export interface PlacedFile extends MappedFile {
  readonly isThere: boolean;
  readonly lines: readonly { readonly start: number; readonly end: number }[];
}

export interface PlacedIntent {
  readonly id: IntentId | null;
  readonly files: readonly PlacedFile[];
}

const MARKS: SectionMarks = { begin: '<!-- rook:intent-map begin -->', end: '<!-- rook:intent-map end -->' };
const HEADING = '# Intent map\n\n';
/** The file stays small enough to be read and shown. */
const MOST_FILES = 2000;
const MOST_RANGES = 12;

/** Whether somebody had it written there, and left its marks. */
export function holdsIntentMap(content: Uint8Array): boolean {
  const found = findSection(new TextDecoder().decode(content), MARKS);
  return !found.ok || found.value !== null;
}

interface MapParts {
  readonly map: readonly PlacedIntent[];
  readonly intents: readonly Intent[];
  /** Whether rows stay that tell of more change sets than are known here, as those of others do. */
  readonly keepsRows: boolean;
}

/** The file of the map with its section made anew; what the user wrote around it stays. */
export function writeIntentMap(text: string | null, { map, intents, keepsRows }: MapParts): Result<string> {
  const found = findSection(text ?? '', MARKS);
  if (!found.ok) return found;
  const tables = mergeRows(
    map.map(({ id, files }) => ({ id, rows: files.map(rowOf) })),
    keepsRows ? readTables(found.value?.inside ?? '') : [],
  );
  const lines = [
    'Written by `rook intent map --write` from the journals and the ledger. What stands between the marks is replaced.',
  ];
  let room = MOST_FILES;
  for (const { id, rows } of tables) {
    const intent = intents.find((one) => one.id === id);
    const name = intent === undefined ? '' : ` ${plain(intent.name)} (${intent.status})`;
    lines.push('', `## ${id === null ? WITHOUT_INTENT : `${id}${name}`}`, '');
    const shown = rows.slice(0, Math.max(0, room));
    if (shown.length > 0)
      lines.push('| file | change sets | added | removed | lines now |', '|---|--:|--:|--:|---|');
    for (const row of shown) lines.push(lineOf(row));
    if (shown.length < rows.length) lines.push('', `And ${rows.length - shown.length} more files.`);
    room -= shown.length;
  }
  if (tables.length === 0) lines.push('', 'No files were changed here yet.');
  return placeSection(text ?? HEADING, MARKS, lines);
}

function rowOf({ path, isThere, changeSets, takenBack, added, removed, lines }: PlacedFile): MapRow {
  const ranges = lines
    .slice(0, MOST_RANGES)
    .map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`));
  const more = lines.length > MOST_RANGES ? ', …' : '';
  const where = isThere ? (lines.length === 0 ? 'none' : `${ranges.join(', ')}${more}`) : 'the file is gone';
  return { path: plain(path), changeSets, takenBack, added, removed, where };
}

/** On one line, with nothing that Markdown or a terminal would read as more than letters. */
function plain(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\u{FFFD}')
    .replaceAll(/[\\`*_{}[\]<>#|!&~$]/gu, String.raw`\$&`);
}
