import { COMMAND_LIMITS } from './command-limits.ts';

/** Collects what a command prints; how much that is does not matter to the memory. */
export interface OutputCollector {
  add(bytes: Uint8Array): void;
  end(): CommandOutput;
}

export interface CommandOutput {
  /** All of it, or its beginning and its end with a mark between. */
  readonly kept: Uint8Array;
  /** How much was printed. */
  readonly bytes: number;
  /** So many of these were not kept. */
  readonly droppedBytes: number;
  /** It is no text. */
  readonly isBinary: boolean;
}

export function collectOutput(mostOfEach: number = COMMAND_LIMITS.keptBytesOfEach): OutputCollector {
  const [first, last] = [createRoom(), createRoom()];
  let [bytes, droppedBytes] = [0, 0];
  return {
    add: (piece) => {
      bytes += piece.length;
      const head = piece.subarray(0, Math.max(0, mostOfEach - first.size()));
      first.add(head);
      last.add(piece.subarray(head.length));
      // Not with each piece: what stays has to be moved.
      if (last.size() > 2 * mostOfEach) droppedBytes += last.keepEnd(mostOfEach);
    },
    end: () => {
      droppedBytes += last.keepEnd(mostOfEach);
      const mark = droppedBytes === 0 ? '' : `\n[… ${droppedBytes} bytes were not kept …]\n`;
      const kept = join([first.bytes(), new TextEncoder().encode(mark), last.bytes()]);
      return { kept, bytes, droppedBytes, isBinary: looksBinary(kept) };
    },
  };
}

/** Bytes in one piece that grows, because a program may print them one at a time. */
interface Room {
  add(piece: Uint8Array): void;
  size(): number;
  /** Lets go of all but so many at the end, and says how many went. */
  keepEnd(most: number): number;
  bytes(): Uint8Array;
}

const FIRST_BYTES = 4096;

function createRoom(): Room {
  let room = new Uint8Array(0);
  let size = 0;
  return {
    add: (piece) => {
      if (size + piece.length > room.length) {
        const larger = new Uint8Array(Math.max(FIRST_BYTES, 2 * room.length, size + piece.length));
        larger.set(room.subarray(0, size));
        room = larger;
      }
      room.set(piece, size);
      size += piece.length;
    },
    size: () => size,
    keepEnd: (most) => {
      const gone = Math.max(0, size - most);
      room.copyWithin(0, gone, size);
      size -= gone;
      return gone;
    },
    bytes: () => room.subarray(0, size),
  };
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

function looksBinary(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, LOOKED_AT_BYTES));
  // What was cut in the middle of a character is not held against it.
  const odd = text.slice(0, -1).match(/(?![\t\n\v\f\r])[\p{Cc}\uFFFD]/gu) ?? [];
  return odd.filter((sign) => sign !== COLOURS).length > text.length * MOST_ODD;
}
