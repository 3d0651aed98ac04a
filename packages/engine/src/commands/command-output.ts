import { createByteRoom } from './byte-room.ts';
import { COMMAND_LIMITS } from './command-limits.ts';

/** Holds the beginning and the end of what a command prints; how much that is does not matter to the memory. */
export interface OutputCollector {
  add(bytes: Uint8Array): void;
  /** How much was printed by now. */
  bytes(): number;
  /** The beginning; no more than `mostOfEach` says. */
  beginning(): Uint8Array;
  /** The last bytes, no more than those that are held and that the beginning has not. */
  ending(most: number): Uint8Array;
  /** What was printed from a place on, with a mark where some of it is not held. */
  from(start: number): Uint8Array;
  end(): CommandOutput;
}

export interface CommandOutput {
  /** All of it, or its beginning and its end with a mark between. */
  readonly held: Uint8Array;
  /** How much was printed. */
  readonly bytes: number;
  /** So many of these are not held. */
  readonly droppedBytes: number;
  /** It is no text. */
  readonly isBinary: boolean;
}

export function collectOutput(mostOfEach: number = COMMAND_LIMITS.heldBytesOfEach): OutputCollector {
  const [first, last] = [createByteRoom(), createByteRoom()];
  let bytes = 0;
  const dropped = (): number => bytes - first.size() - last.size();
  const ending = (most: number): Uint8Array => last.bytes().subarray(Math.max(0, last.size() - most));
  return {
    bytes: () => bytes,
    beginning: () => first.bytes(),
    ending,
    add: (piece) => {
      bytes += piece.length;
      const head = piece.subarray(0, Math.max(0, mostOfEach - first.size()));
      first.add(head);
      last.add(piece.subarray(head.length));
      // Not with each piece: what stays has to be moved.
      if (last.size() > 2 * mostOfEach) last.keepEnd(mostOfEach);
    },
    from: (start) => {
      const beyond = Math.min(dropped(), Math.max(0, first.size() + dropped() - start));
      const mark = beyond === 0 ? '' : dropMark(beyond);
      return join([first.bytes().subarray(start), new TextEncoder().encode(mark), ending(bytes - start)]);
    },
    end: () => {
      last.keepEnd(mostOfEach);
      const mark = dropped() === 0 ? '' : dropMark(dropped());
      const held = join([first.bytes(), new TextEncoder().encode(mark), last.bytes()]);
      return { held, bytes, droppedBytes: dropped(), isBinary: looksBinary(held) };
    },
  };
}

/** Stands where so many bytes are missing. */
export function dropMark(bytes: number): string {
  return `\n[… ${bytes} bytes were not kept …]\n`;
}

function join(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Begins what steers a terminal. */
const COLOURS = '\u001B';
const LOOKED_AT_BYTES = 8192;
/** So many of a hundred characters may be none: lists whose names end with NUL are text for us. */
const MOST_ODD = 0.1;

/** Whether the beginning of these bytes is no text. */
export function looksBinary(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, LOOKED_AT_BYTES));
  // What was cut in the middle of a character is not held against it.
  const odd = text.slice(0, -1).match(/(?![\t\n\v\f\r])[\p{Cc}\uFFFD]/gu) ?? [];
  return odd.filter((sign) => sign !== COLOURS).length > text.length * MOST_ODD;
}
