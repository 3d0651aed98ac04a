import {
  fail,
  FIRST_PREV,
  parseEntry,
  rookError,
  SCHEMA_VERSION,
  succeed,
  type Brand,
  type EntryBase,
  type EntryOf,
  type ExportHeader,
  type Result,
  type SessionId,
} from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { Line, Store } from '../ports/store.ts';
import { createEntryId, createSessionId } from './create-ids.ts';
import { cleanEntry } from './export-entry.ts';
import { createImportReader, type ImportedLine } from './import-reader.ts';
import { lineHash } from './line-hash.ts';
import type { LineSetting } from './prepared-entry.ts';

export interface ImportSetup {
  readonly store: Store;
  readonly clock: Clock;
  readonly brand: Brand;
  readonly lines: Pick<LineSetting, 'workspace' | 'mode' | 'redactor'>;
  /** The export from its beginning; it is read twice. */
  readonly read: () => AsyncIterable<Result<readonly Line[]>>;
}

export interface ImportedSession {
  readonly session: SessionId;
  readonly header: ExportHeader;
  readonly entries: number;
  readonly blobs: number;
  /** Entries out of which a secret was taken here, beside those that the export names. */
  readonly redacted: readonly number[];
}

/** Proves an export from beginning to end, and only then writes it: as a session of its own, all of it or nothing. */
export async function importSession(setup: ImportSetup): Promise<Result<ImportedSession>> {
  const proved = await proveExport(setup.read());
  if (!proved.ok) return proved;
  const { store, clock, brand } = setup;
  const session = createSessionId(brand, clock.now());
  const writing = createWriting(setup, session, proved.value.header);
  const placed = await store.place(session, writeLines(setup, proved.value.hash, writing));
  if (!placed.ok) return placed;
  const { entries, blobs, redacted, prev } = writing.state;
  // Behind the imported entries stands the one that says where they came from.
  const anchored = await store.anchors.set(session, { seq: entries, hash: prev });
  if (!anchored.ok) {
    return fail(
      rookError(anchored.error.code, `Session ${session} was imported, but: ${anchored.error.message}`),
    );
  }
  return succeed({ session, header: proved.value.header, entries, blobs, redacted });
}

type ReadLines = AsyncIterable<Result<readonly Line[]>>;

async function proveExport(
  read: ReadLines,
): Promise<Result<{ readonly header: ExportHeader; readonly hash: string }>> {
  let header: ExportHeader | undefined;
  const reader = createImportReader();
  for await (const batch of read) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      const added = reader.add(line);
      if (!added.ok) return added;
      if (added.value.kind === 'header') ({ header } = added.value);
    }
  }
  const ended = reader.end();
  if (!ended.ok) return ended;
  return header === undefined ? changed() : succeed({ header, hash: ended.value });
}

function changed(): Result<never> {
  return fail(
    rookError('not_verified', 'The export was changed while it was imported. Nothing was imported.'),
  );
}

/** Reads the export once more, and ends with a failure when it is not what was proved. */
async function* writeLines(
  { read, store }: ImportSetup,
  hash: string,
  writing: Writing,
): AsyncGenerator<Result<Uint8Array>> {
  const reader = createImportReader();
  for await (const batch of read()) {
    if (!batch.ok) {
      yield batch;
      return;
    }
    let text = '';
    for (const line of batch.value) {
      const written = await writeLine(reader.add(line), writing, store);
      if (!written.ok) {
        yield written;
        return;
      }
      text += written.value;
    }
    if (text !== '') yield succeed(Buffer.from(text));
  }
  const ended = reader.end();
  if (!ended.ok || ended.value !== hash) {
    yield changed();
    return;
  }
  yield succeed(Buffer.from(writing.end()));
}

/** Bytes are kept before the session that names them is in its place. */
async function writeLine(
  read: Result<ImportedLine>,
  writing: Writing,
  { blobs }: Store,
): Promise<Result<string>> {
  if (!read.ok) return read;
  if (read.value.kind !== 'blob') return writing.add(read.value);
  const kept = await blobs.put(read.value.bytes);
  return kept.ok ? writing.add(read.value) : kept;
}

interface Writing {
  /** The line that is written for the one that was read; most often one, or nothing. */
  add(line: ImportedLine): Result<string>;
  /** The line that says where all of it came from. */
  end(): string;
  readonly state: {
    readonly entries: number;
    readonly blobs: number;
    readonly redacted: readonly number[];
    readonly prev: string;
  };
}

/** What every entry is given anew. */
const GIVEN_HERE = new Set(['session_id', 'imported', 'seq', 'prev']);

function createWriting(setup: ImportSetup, session: SessionId, header: ExportHeader): Writing {
  const { redactor } = setup.lines;
  const state = { entries: 0, blobs: 0, redacted: new Array<number>(), prev: FIRST_PREV };

  function chain(fields: object): string {
    const line = JSON.stringify({ ...fields, seq: state.entries, prev: state.prev });
    state.prev = lineHash(line);
    return `${line}\n`;
  }

  return {
    state,
    add: (line) => {
      if (line.kind === 'blob') state.blobs += 1;
      if (line.kind !== 'entry') return succeed('');
      const read = parseEntry(line.entry);
      const clean = read.kind === 'unreadable' ? undefined : cleanEntry(read, redactor);
      if (clean === undefined) return changed();
      if (clean.found.size > 0) state.redacted.push(state.entries);
      const fields = Object.entries(clean.read.entry).filter(([name]) => !GIVEN_HERE.has(name));
      const text = chain({ ...Object.fromEntries(fields), session_id: session, imported: true });
      state.entries += 1;
      return succeed(text);
    },
    end: () => chain(originOf(setup, session, header, state)),
  };
}

type Origin = Omit<EntryOf<'session_imported'>, 'seq' | 'prev'>;

function originOf(
  { clock, lines }: ImportSetup,
  session: SessionId,
  header: ExportHeader,
  { entries, blobs, redacted }: Writing['state'],
): Origin & Omit<EntryBase, 'seq' | 'prev'> {
  const now = clock.now();
  const { name, uri, trusted } = lines.workspace;
  const told = new Set([...header.redacted.map(({ seq }) => seq), ...redacted]);
  return {
    schema_version: SCHEMA_VERSION,
    event_id: createEntryId(now),
    timestamp: now.toISOString(),
    workspace: {
      name: lines.redactor.redactText(name).text,
      uri: lines.redactor.redactText(uri).text,
      trusted,
    },
    session_id: session,
    mode: lines.mode,
    event_type: 'session_imported',
    imported_from: { session_id: header.session, head: header.source.head, exported_at: header.exported_at },
    entries,
    redacted: told.size,
    blobs,
  };
}
