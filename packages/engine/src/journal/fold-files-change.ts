import type { EntryOf, SessionDocument } from '@rook/contract';

import { absolutePath } from './fold-files-absolute.ts';
import { languageOf } from './fold-files-language.ts';
import { addRanges, moveRanges } from './fold-files-ranges.ts';

type KnownFile = SessionDocument['fileRegistry'][string];
type Applied = EntryOf<'change_set_applied'>;

interface Change {
  readonly entry: Applied;
  readonly file: Applied['files'][number];
  readonly sha256: string;
  readonly turn: number;
}

/**
 * What is known of a file after it was changed. The model knows what it wrote: all of the file, or the lines that it put in
 * beside those that it had seen. Whatever else changed a file, the model has not seen the result. Undefined for a file
 * that was never shown and of which nothing is known now either.
 */
export function changeFile(known: KnownFile | undefined, change: Change): KnownFile | undefined {
  const { entry, file, sha256, turn } = change;
  const seen = entry.turn_id !== undefined && entry.kind === 'edit' ? seenAfter(known, file) : undefined;
  if (known === undefined && seen === undefined) return undefined;
  const isSame = known?.sha256 === sha256;
  const moved = {
    path: file.path,
    absolutePath: absolutePath(entry.workspace.uri, file.path),
    md5: file.after_md5 ?? (isSame ? known.md5 : null),
    sha256,
    lastModifiedTurn: turn,
    sizeBytes: file.after_size ?? known?.sizeBytes ?? 0,
    language: languageOf(file.path),
    loadedBy: known?.loadedBy ?? 'ai-adhoc',
  } as const;
  if (seen !== undefined) return { ...moved, ...seen, lastSeenTurn: turn, stale: false };
  const { lastSeenTurn = turn, whole = false, ranges = [], stale = true } = known ?? {};
  return isSame
    ? { ...moved, lastSeenTurn, whole, ranges, stale }
    : { ...moved, lastSeenTurn, whole: false, ranges: [], stale: true };
}

/** What of the new content the model knows; undefined where that cannot be said. */
function seenAfter(
  known: KnownFile | undefined,
  file: Change['file'],
): Pick<KnownFile, 'whole' | 'ranges'> | undefined {
  // The editor made something else of it on saving, which nobody has shown to the model.
  if (file.planned_hash !== undefined) return undefined;
  if (file.whole === true) return { whole: true, ranges: [] };
  const isOfOld = known !== undefined && !known.stale && `sha256:${known.sha256}` === file.before_hash;
  if (!isOfOld || file.hunks === undefined) return undefined;
  if (known.whole) return { whole: true, ranges: [] };
  return { whole: false, ranges: addRanges([], moveRanges(known.ranges, file.hunks)) };
}
