import type { ContentHash, Result, SessionId } from '@rook/contract';

import type { BlobDraft } from '../ports/blob-draft.ts';
import type { KeptOutputs } from '../ports/kept-outputs.ts';
import type { Blobs } from '../ports/store.ts';
import { collectOutput, dropMark, type CommandOutput } from './command-output.ts';
import { readOutputNote, type OutputNote } from './output-note.ts';

/** What is known of the output of a command whose process died. */
export interface RecoveredOutput {
  readonly output: CommandOutput;
  /** Where all that is known is kept; null where it could not be. */
  readonly blob: ContentHash | null;
  /** So many bytes of its middle are not in there. */
  readonly droppedBytes: number;
  /** It had come to its end, and nothing of it is missing. */
  readonly isWhole: boolean;
}

interface LeftOutputs {
  readonly outputs: Pick<KeptOutputs, 'load' | 'read'>;
  readonly blobs: Pick<Blobs, 'begin' | 'put' | 'read'>;
}

/**
 * Finds what a command had printed when its process died, and keeps it as a blob. What is left is only read, so that whoever dies on the
 * way is followed by somebody who finds the same. Null where nothing is known.
 */
export async function recoverOutput(
  { outputs, blobs }: LeftOutputs,
  session: SessionId,
  command: string,
): Promise<RecoveredOutput | null> {
  const note = readOutputNote(await outputs.load(session, command));
  const kept = note?.facts.blob === undefined ? null : await readKept(blobs, note, note.facts.blob);
  if (kept !== null) return kept;
  const left = joinLeft(note, outputs.read(session, command));
  const collector = collectOutput();
  const hash = await keepPieces(blobs, left.pieces, (piece) => collector.add(piece));
  const collected = collector.end();
  if (collected.bytes === 0) return null;
  const isWhole = hash !== null && hash === note?.facts.blob;
  const facts = isWhole || left.endsWithNote() ? note?.facts : undefined;
  const output = { ...collected, bytes: facts?.bytes ?? collected.bytes };
  const dropped = facts?.dropped ?? 0;
  if (hash !== null) return { output, blob: hash, droppedBytes: dropped, isWhole };
  // Where the disk does not take all of it, the beginning and the end.
  const some = await blobs.put(collected.held);
  const droppedBytes = dropped + collected.droppedBytes;
  return { output, blob: some.ok ? some.value : null, droppedBytes, isWhole };
}

/** Shows all pieces, and keeps them as one blob; null where there are none, or they cannot be kept. */
async function keepPieces(
  blobs: Pick<Blobs, 'begin'>,
  pieces: AsyncIterable<Uint8Array>,
  show: (piece: Uint8Array) => void,
): Promise<ContentHash | null> {
  let draft: Result<BlobDraft> | null = null;
  let isTaken = true;
  for await (const piece of pieces) {
    show(piece);
    draft ??= await blobs.begin();
    if (draft.ok && isTaken) isTaken = (await draft.value.add(piece)).ok;
  }
  if (draft?.ok !== true) return null;
  const kept = isTaken ? await draft.value.keep() : null;
  if (kept?.ok === true) return kept.value;
  await draft.value.drop();
  return null;
}

/** All of it is a blob already; null where it is not there, or not as it was. */
async function readKept(
  blobs: Pick<Blobs, 'read'>,
  { facts }: OutputNote,
  blob: ContentHash,
): Promise<RecoveredOutput | null> {
  const opened = await blobs.read(blob);
  if (!opened.ok || opened.value === null) return null;
  const collector = collectOutput();
  for await (const piece of opened.value) {
    if (!piece.ok) return null;
    collector.add(piece.value);
  }
  const output = { ...collector.end(), bytes: facts.bytes, isBinary: facts.binary };
  return { output, blob, droppedBytes: facts.dropped, isWhole: true };
}

interface JoinedLeft {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Whether its end was that of the note; once all pieces came. */
  readonly endsWithNote: () => boolean;
}

/**
 * What grew, and behind it what was noted to stand there. Where more of it grew after the note than that has, the note is not needed.
 */
function joinLeft(note: OutputNote | null, grown: AsyncIterable<Uint8Array>): JoinedLeft {
  let endsWithNote = false;
  const { after, blob } = note?.facts ?? { after: 0 };
  const rest = note === null || blob !== undefined ? null : note.rest;
  async function* join(): AsyncGenerator<Uint8Array> {
    let read = 0;
    /** What grew behind the place of the note, until there is more of it than the note has. */
    let beyond: Uint8Array[] | null = rest === null ? null : [];
    for await (const piece of grown) {
      const before = read;
      read += piece.length;
      if (beyond === null) {
        yield piece;
        continue;
      }
      const own = Math.min(piece.length, Math.max(0, after - before));
      if (own > 0) yield piece.subarray(0, own);
      beyond.push(piece.subarray(own));
      if (rest === null || read <= after + rest.length) continue;
      yield* beyond.filter(({ length }) => length > 0);
      beyond = null;
    }
    if (beyond === null || rest === null) return;
    endsWithNote = true;
    if (read < after) yield new TextEncoder().encode(dropMark(after - read));
    if (rest.length > 0) yield rest;
  }
  return { pieces: join(), endsWithNote: () => endsWithNote };
}
