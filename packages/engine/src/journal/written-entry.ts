import {
  fail,
  parseEntry,
  rookError,
  succeed,
  type Entry,
  type EntryBase,
  type EntryOf,
  type EntryType,
  type Result,
} from '@rook/contract';

/** The entry of this type among those that were just written: as it stands in the file, secrets taken out. */
export function writtenEntry<Type extends EntryType>(
  entries: readonly EntryBase[],
  type: Type,
): Result<EntryOf<Type>> {
  const read = parseEntry(entries.find((entry) => entry.event_type === type));
  if (read.kind === 'known' && isOf(read.entry, type)) return succeed(read.entry);
  return fail(rookError('journal_unavailable', 'What was written cannot be read again.'));
}

function isOf<Type extends EntryType>(entry: Entry, type: Type): entry is EntryOf<Type> {
  return entry.event_type === type;
}
