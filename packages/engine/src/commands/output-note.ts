import { contentHashSchema } from '@rook/contract';
import * as z from 'zod';

/** What is noted of the output of a command while it runs, for a process that comes after this one. */
export interface OutputNote {
  readonly facts: OutputFacts;
  /** Without secrets; it stands behind the first `after` bytes of the blob that grows. */
  readonly rest: Uint8Array;
}

const factsSchema = z.strictObject({
  /** So much was printed by then, but for an end that may have been half a secret. */
  bytes: z.int().min(0),
  /** So many of these, from the middle, are not kept. */
  dropped: z.int().min(0),
  /** It is no text. */
  binary: z.boolean(),
  /** So many bytes of the blob that grows come before the rest. */
  after: z.int().min(0),
  /** All of it was printed, and it is kept under this hash or is about to be. */
  blob: contentHashSchema.exactOptional(),
});
type OutputFacts = z.infer<typeof factsSchema>;

const LINE_BREAK = 0x0a;

/** As it is written: the facts as a line of JSON, and the rest. */
export function writeOutputNote({ facts, rest }: OutputNote): readonly Uint8Array[] {
  return [new TextEncoder().encode(`${JSON.stringify(facts)}\n`), rest];
}

/** Null where it is none. */
export function readOutputNote(bytes: Uint8Array | null): OutputNote | null {
  const end = bytes?.indexOf(LINE_BREAK) ?? -1;
  if (bytes === null || end === -1) return null;
  try {
    const facts = factsSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))));
    return facts.success ? { facts: facts.data, rest: bytes.subarray(end + 1) } : null;
  } catch {
    return null;
  }
}
