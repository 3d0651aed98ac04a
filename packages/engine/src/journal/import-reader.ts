import {
  fail,
  FIRST_PREV,
  parseExportHeader,
  parseExportLine,
  rookError,
  succeed,
  type ContentHash,
  type ErrorCode,
  type EntryBase,
  type ExportHeader,
  type Result,
} from '@rook/contract';

import { contentHash } from '../ports/content-hash.ts';
import type { Line } from '../ports/store.ts';
import { namedBlobs } from './export-blobs.ts';
import { isTooDeep, keepsNumbers } from './json-depth.ts';
import { lineHash } from './line-hash.ts';

/** What a line of an export brings. */
export type ImportedLine =
  | { readonly kind: 'header'; readonly header: ExportHeader }
  | { readonly kind: 'entry'; readonly entry: EntryBase }
  | { readonly kind: 'blob'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' };

/** Follows an export line by line, and believes nothing of it that is not proved. */
export interface ImportReader {
  add(line: Line): Result<ImportedLine>;
  /** To be asked when there are no more lines: the hash of the last one, which says what all of them were. */
  end(): Result<string>;
}

export function createImportReader(): ImportReader {
  let number = 0;
  let prev = FIRST_PREV;
  let phase: 'header' | 'entries' | 'blobs' | 'ended' = 'header';
  const count = createEntryCount();
  /** What entries name and what did not come yet. */
  const awaited = new Set<ContentHash>();

  const refuse = (code: ErrorCode, why: string): Result<never> =>
    fail(rookError(code, `Line ${number} cannot be imported: ${why}. Nothing was imported.`));

  function addHeader(value: unknown): Result<ImportedLine> {
    const header = parseExportHeader(value);
    if (!header.ok) return refuse('malformed', header.error);
    if (header.value.prev !== prev) return refuse('not_verified', ALTERED);
    phase = 'entries';
    count.expect(header.value);
    return succeed({ kind: 'header', header: header.value });
  }

  function addLine(value: unknown): Result<ImportedLine> {
    const line = parseExportLine(value);
    if (!line.ok) return refuse('malformed', line.error);
    if (line.value.prev !== prev) return refuse('not_verified', ALTERED);
    switch (line.value.kind) {
      case 'entry': {
        if (phase !== 'entries') return refuse('malformed', 'an entry stands behind the entries');
        const wrong = count.add(line.value.entry.seq);
        if (wrong !== undefined) return refuse('not_verified', wrong);
        for (const blob of namedBlobs(JSON.stringify(line.value.entry))) awaited.add(blob);
        return succeed({ kind: 'entry', entry: line.value.entry });
      }
      case 'blob': {
        phase = 'blobs';
        const { blob } = line.value;
        if (!awaited.delete(blob)) return refuse('malformed', `no entry names ${blob}, or it came twice`);
        const bytes = Buffer.from(line.value.bytes, 'base64');
        if (contentHash(bytes) !== blob) return refuse('not_verified', `its bytes are not those of ${blob}`);
        return succeed({ kind: 'blob', bytes });
      }
      case 'end': {
        phase = 'ended';
        const wrong = count.findDifference();
        if (wrong !== undefined) return refuse('not_verified', wrong);
        return line.value.lines === number - 1
          ? succeed({ kind: 'end' })
          : refuse('not_verified', `it counts ${line.value.lines} lines before it`);
      }
    }
  }

  return {
    add: (line) => {
      number += 1;
      if (phase === 'ended') return refuse('malformed', 'the export has ended before it');
      const value = readValue(line);
      const isCut = !line.finished && !isCompressed(line.bytes);
      if (!value.ok) return refuse(isCut ? 'truncated' : 'malformed', value.error);
      const added = phase === 'header' ? addHeader(value.value) : addLine(value.value);
      prev = lineHash(line.bytes);
      return added;
    },
    end: () => {
      if (phase === 'ended') return succeed(prev);
      const why = number === 0 ? 'There is nothing in it' : `It was cut off behind line ${number}`;
      return fail(rookError('truncated', `${why}. Nothing was imported.`));
    },
  };
}

interface EntryCount {
  expect(header: ExportHeader): void;
  /** Why the entry cannot stand here. */
  add(seq: number): string | undefined;
  /** Why the entries are not those of which the header speaks. */
  findDifference(): string | undefined;
}

/** Of a source that was in order, the entries are so too; of any other one only their number is sure. */
function createEntryCount(): EntryCount {
  let [entries, expected, ordered, lastSeq] = [0, 0, true, -1];
  let seqs = new Set<number>();
  return {
    expect: ({ source, redacted, marked }) => {
      [expected, ordered] = [source.entries, source.ok];
      seqs = new Set([...redacted.map(({ seq }) => seq), ...marked]);
    },
    add: (seq) => {
      entries += 1;
      seqs.delete(seq);
      if (ordered && seq !== lastSeq + 1) return `its number is ${seq}, and ${lastSeq + 1} was expected`;
      lastSeq = seq;
      return undefined;
    },
    findDifference: () => {
      if (entries !== expected) return `the header speaks of ${expected} entries, and there are ${entries}`;
      const [missing] = seqs;
      return missing === undefined ? undefined : `the header speaks of entry ${missing}, which is not there`;
    },
  };
}

const ALTERED = 'it does not name the line before it, so one of them was changed, dropped or moved';
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = '\uFEFF';

/** Its bytes may hold a line break or none. */
function isCompressed(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function readValue({ bytes, finished, whole }: Line): Result<unknown, string> {
  if (whole !== undefined) return fail(`it is ${whole.bytes} bytes long, which no export has`);
  if (isCompressed(bytes)) return fail('it is compressed; unpack it first');
  if (bytes.at(-1) === CARRIAGE_RETURN) {
    return fail('its line break was changed on the way; hand the file on as it is, byte for byte');
  }
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return fail('it is no text');
  }
  if (text.startsWith(BYTE_ORDER_MARK)) {
    return fail('a byte order mark was put before it; hand the file on as it is, byte for byte');
  }
  if (!finished) return fail('it was cut off');
  try {
    const value: unknown = JSON.parse(text);
    if (isTooDeep(value)) return fail('it is nested too deep');
    return keepsNumbers(text) ? succeed(value) : fail('a number in it cannot be kept as it is');
  } catch {
    return fail('it is no JSON');
  }
}
