import {
  contentHashSchema,
  parseEntry,
  succeed,
  type ContentHash,
  type EntryOf,
  type Result,
} from '@rook/contract';

import type { Line, Store } from '../ports/store.ts';

/** What the journals of a place need their kept bytes for. */
export interface BlobSurvey {
  /** Contents of files that change sets name, with the time of the newest that does; an open one counts as of now. */
  readonly ofChanges: ReadonlyMap<ContentHash, string>;
  /** What is needed for anything else: long texts, results, images, what was displaced. */
  readonly ofOthers: ReadonlySet<ContentHash>;
  /** All that any line names, for whatever; null where a line is too long to be read whole, and may name anything. */
  readonly named: ReadonlySet<string> | null;
}

/** Reads all sessions, those in the trash too. What cannot be read fails, because it may name anything. */
export async function surveyBlobs(
  store: Pick<Store, 'list' | 'read' | 'listTrash' | 'readTrash'>,
): Promise<Result<BlobSurvey>> {
  const [listed, thrown] = [await store.list(), await store.listTrash()];
  if (!listed.ok) return listed;
  if (!thrown.ok) return thrown;
  const survey = {
    ofChanges: new Map<ContentHash, string>(),
    ofOthers: new Set<ContentHash>(),
    named: new Set<string>(),
    isCut: false,
  };
  for (const { id } of listed.value) {
    const read = await surveySession(survey, store.read(id));
    if (!read.ok) return read;
  }
  for (const { id } of thrown.value) {
    const read = await surveySession(survey, store.readTrash(id));
    if (!read.ok) return read;
  }
  return succeed(survey.isCut ? { ...survey, named: null } : survey);
}

interface Draft {
  readonly ofChanges: Map<ContentHash, string>;
  readonly ofOthers: Set<ContentHash>;
  readonly named: Set<string>;
  isCut: boolean;
}

/** Later than every time. */
const NOW = '9999';

async function surveySession(
  survey: Draft,
  lines: AsyncIterable<Result<readonly Line[]>>,
): Promise<Result<void>> {
  const open = new Map<string, readonly ContentHash[]>();
  for await (const batch of lines) {
    if (!batch.ok) return batch;
    for (const line of batch.value) surveyLine(survey, open, line);
  }
  for (const hash of [...open.values()].flat()) survey.ofChanges.set(hash, NOW);
  return succeed(undefined);
}

const SHOWN = '"event_type":"file_shown"';
const CHANGE = '"event_type":"change_set_';
const ANY_HASH = /[0-9a-f]{64}/gu;
/** Fields that name kept bytes, in whatever entry. */
const NAMED = /"(?:blob|sha256)":"(?:sha256:)?([0-9a-f]{64})"/gu;

function surveyLine(survey: Draft, open: Map<string, readonly ContentHash[]>, { bytes, whole }: Line): void {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (whole !== undefined) survey.isCut = true;
  const text = line.toString('latin1');
  for (const [digits] of text.matchAll(ANY_HASH)) survey.named.add(`sha256:${digits}`);
  // What was shown is named by its hash, and was not kept for that.
  if (line.includes(SHOWN)) return;
  for (const [, digits] of text.matchAll(NAMED))
    survey.ofOthers.add(contentHashSchema.parse(`sha256:${digits}`));
  const entry = line.includes(CHANGE) ? parseLine(line) : null;
  if (entry === null) return;
  const hashes = entry.files.flatMap(({ before_hash: before, after_hash: after }) =>
    [before, after].flatMap((hash) => hash ?? []),
  );
  if (entry.event_type === 'change_set_started') open.set(entry.change_set_id, hashes);
  else open.delete(entry.change_set_id);
  for (const hash of hashes)
    if (entry.timestamp > (survey.ofChanges.get(hash) ?? '')) survey.ofChanges.set(hash, entry.timestamp);
}

function parseLine(
  line: Buffer,
): EntryOf<'change_set_started' | 'change_set_applied' | 'change_set_refused'> | null {
  try {
    const read = parseEntry(JSON.parse(line.toString('utf8')));
    if (read.kind !== 'known') return null;
    const { entry } = read;
    return entry.event_type === 'change_set_started' ||
      entry.event_type === 'change_set_applied' ||
      entry.event_type === 'change_set_refused'
      ? entry
      : null;
  } catch {
    return null;
  }
}
