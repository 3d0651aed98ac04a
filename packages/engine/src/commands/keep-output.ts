import type { ContentHash, Result } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { OutputDraft } from '../ports/kept-outputs.ts';
import type { Blobs } from '../ports/store.ts';
import { cleanBeginning, cleanBytes, RAW, UTF8, type SecretReader } from './clean-pieces.ts';
import { COMMAND_LIMITS } from './command-limits.ts';
import { collectOutput, dropMark, looksBinary, type OutputCollector } from './command-output.ts';
import { noteRegularly } from './note-regularly.ts';
import { writeOutputNote, type OutputNote } from './output-note.ts';
import { createOutputPassage } from './pass-output.ts';

/** Keeps all that a command prints, without secrets, and holds its beginning and its end. */
export interface OutputKeeper {
  /** What is held of it. */
  readonly output: OutputCollector;
  /** What it answers with settles when more can be taken; undefined: at once. */
  add(bytes: Uint8Array): Promise<void> | undefined;
  /** When nothing comes any more. */
  end(): Promise<KeptOutput>;
}

export interface KeptOutput {
  /** Null where nothing was printed, or where it could not be kept. */
  readonly blob: ContentHash | null;
  /** So many bytes between its beginning and its end are not in it. */
  readonly droppedBytes: number;
}

interface KeepingWish extends SecretReader {
  readonly blobs: Pick<Blobs, 'put'>;
  readonly left: LeftPlace;
  readonly clock: Clock;
  readonly heldBytes?: number;
  readonly keptBytes?: number;
}

/** Where the next process finds what was printed when this one dies. */
interface LeftPlace {
  readonly begin: () => Promise<Result<OutputDraft>>;
  /** In the place of what was noted before. */
  readonly note: (pieces: readonly Uint8Array[]) => Promise<void>;
}

/**
 * What fits into memory is kept when it has ended; as soon as it does not, it is on its way to the disk. From time to time what is not there
 * yet is noted, so that it outlives this process.
 */
export function keepOutput({
  blobs,
  left,
  clock,
  heldBytes = COMMAND_LIMITS.heldBytesOfEach,
  keptBytes = COMMAND_LIMITS.keptBytes,
  ...secrets
}: KeepingWish): OutputKeeper {
  const output = collectOutput(heldBytes);
  const passage = createOutputPassage(left.begin, secrets);

  /** What lies beyond all that is passed on. */
  const tellBeyond = (): { readonly bytes: Uint8Array; readonly dropped: number } => {
    const beyond = Math.max(0, output.bytes() - keptBytes);
    const ending = output.ending(Math.min(beyond, heldBytes));
    const dropped = beyond - ending.length;
    const mark = new TextEncoder().encode(dropped === 0 ? '' : dropMark(dropped));
    return { bytes: Buffer.concat([mark, ending]), dropped };
  };
  const describeHeld = (): OutputNote => {
    const { held, bytes, droppedBytes: dropped, isBinary: binary } = output.end();
    const { clean, heldBack } = cleanBeginning(held, secrets, binary ? RAW : UTF8);
    return { facts: { bytes: bytes - heldBack, dropped, binary, after: 0 }, rest: clean };
  };
  const noteNow = async (): Promise<void> => {
    const [bytes, { bytes: beyond, dropped }] = [output.bytes(), tellBeyond()];
    const waiting = await passage.waiting(beyond);
    if (waiting === null) return left.note(writeOutputNote(describeHeld()));
    const { after, clean, heldBack } = waiting;
    const facts = { bytes: bytes - heldBack, dropped, binary: looksBinary(output.beginning()), after };
    return left.note(writeOutputNote({ facts, rest: clean }));
  };
  const notes = noteRegularly(clock, noteNow);

  /** From here on whoever finds the note has all of it. */
  const noteEnd = async (blob: ContentHash, dropped: number): Promise<void> => {
    const binary = looksBinary(output.beginning());
    const facts = { bytes: output.bytes(), dropped, binary, after: 0, blob };
    await left.note(writeOutputNote({ facts, rest: new Uint8Array() }));
  };
  const keepHeld = async (): Promise<KeptOutput> => {
    const { held, isBinary, droppedBytes } = output.end();
    const kept = await blobs.put(cleanBytes(held, secrets.redact, isBinary ? RAW : UTF8));
    if (kept.ok) await noteEnd(kept.value, droppedBytes);
    else await left.note(writeOutputNote(describeHeld()));
    return { blob: kept.ok ? kept.value : null, droppedBytes };
  };

  return {
    output,
    add: (bytes) => {
      const before = output.bytes();
      output.add(bytes);
      notes.changed();
      const now = output.bytes();
      if (now <= heldBytes || before >= keptBytes) return undefined;
      // What was held alone until now comes first.
      if (before <= heldBytes) passage.pass(output.beginning().slice());
      const [from, to] = [Math.max(before, heldBytes), Math.min(now, keptBytes)];
      passage.pass(bytes.subarray(from - before, to - before));
      return passage.taken();
    },
    end: async () => {
      await notes.stop();
      if (output.bytes() === 0) return { blob: null, droppedBytes: 0 };
      const { bytes, dropped: droppedBytes } = tellBeyond();
      passage.pass(bytes);
      const blob = await passage.keep(async (hash) => noteEnd(hash, droppedBytes));
      return blob === null ? keepHeld() : { blob, droppedBytes };
    },
  };
}
