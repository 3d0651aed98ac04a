import { createByteRoom } from './byte-room.ts';

/** Takes secrets out of bytes that come piece by piece, whatever is cut by the pieces. */
export interface PieceCleaner {
  /** What can be passed on now; the end is held back, because it may be half a secret. */
  add(bytes: Uint8Array): Uint8Array;
  /** What is held back, with these behind it, as far as it is certain that no secret is cut; it stays held back. */
  soFar(more: Uint8Array): CleanBeginning;
  /** The rest. */
  end(): Uint8Array;
}

/** How secrets are known. */
export interface SecretReader {
  /** The text without what looks like a secret. */
  readonly redact: (text: string) => string;
  /** From which byte on the end of what is still coming may be the beginning of a secret. */
  readonly unfinishedFrom: (bytes: Uint8Array) => number;
}

/** What of bytes that are still coming can be shown already. */
export interface CleanBeginning {
  readonly clean: Uint8Array;
  /** So many bytes of the end are not in it. */
  readonly heldBack: number;
}

/** How bytes are read as text, and written again. */
interface TextForm {
  readonly decode: (bytes: Uint8Array) => string;
  readonly encode: (text: string) => Uint8Array;
}

export const UTF8: TextForm = {
  decode: (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes),
  encode: (text) => new TextEncoder().encode(text),
};
/** Every byte is a sign of its own, so that all but the secrets stays as it is. */
export const RAW: TextForm = {
  decode: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'),
  encode: (text) => Buffer.from(text, 'latin1'),
};

/** So much is read at a time. */
const WINDOW_BYTES = 256 * 1024;
/** No secret, with the words that make it one, is longer. */
const HELD_BACK_BYTES = 32 * 1024;
/** A text that is full of secrets is passed on at this size, wherever its cut is. */
const MOST_BYTES = 2 * 1024 * 1024;
/** So many places are tried for a cut that changes nothing. */
const TRIES = 12;

const LINE_BREAK = 0x0a;

/**
 * Reads the text in windows that overlap. A window is cut where its two parts, each cleaned alone, are what the whole is when it is cleaned:
 * then nothing that makes a secret lies on both sides of the cut. Bytes in which nothing is found stay as they are, also where they are no
 * text.
 */
export function createPieceCleaner(secrets: SecretReader, form: TextForm = UTF8): PieceCleaner {
  const { redact } = secrets;
  const waiting = createByteRoom();
  let wanted = WINDOW_BYTES + HELD_BACK_BYTES;
  return {
    add: (bytes) => {
      waiting.add(bytes);
      if (waiting.size() < wanted) return new Uint8Array();
      const { at, clean } = cutClean(waiting.bytes(), redact, form);
      const passed = clean.slice();
      waiting.keepEnd(waiting.size() - at);
      wanted = waiting.size() + WINDOW_BYTES;
      return passed;
    },
    soFar: (more) => {
      const all = more.length === 0 ? waiting.bytes() : Buffer.concat([waiting.bytes(), more]);
      return cleanBeginning(all, secrets, form);
    },
    end: () => {
      const rest = cleanBytes(waiting.bytes(), redact, form).slice();
      waiting.keepEnd(0);
      return rest;
    },
  };
}

interface CleanCut {
  readonly at: number;
  /** What stands before it. */
  readonly clean: Uint8Array;
}

function cutClean(all: Uint8Array, redact: (text: string) => string, { decode, encode }: TextForm): CleanCut {
  const text = decode(all);
  const whole = redact(text);
  let at = findCut(all, all.length - HELD_BACK_BYTES);
  if (whole === text) return { at, clean: all.subarray(0, at) };
  for (let [tries, back] = [0, 1]; tries < TRIES && at > 0; [tries, back] = [tries + 1, back * 2]) {
    const first = redact(decode(all.subarray(0, at)));
    if (first + redact(decode(all.subarray(at))) === whole) return { at, clean: encode(first) };
    at = findCut(all, at - back);
  }
  if (all.length < MOST_BYTES) return { at: 0, clean: new Uint8Array() };
  return { at: all.length, clean: encode(whole) };
}

/** Behind a line, or at least between two characters. */
function findCut(bytes: Uint8Array, most: number): number {
  if (most <= 0) return 0;
  const line = bytes.lastIndexOf(LINE_BREAK, most - 1) + 1;
  if (line > most / 2) return line;
  let at = most;
  while (at > 0 && isInsideCharacter(bytes[at] ?? 0)) at -= 1;
  return at;
}

const CONTINUES = 0b1000_0000;
const FIRST_TWO_BITS = 0b1100_0000;

function isInsideCharacter(byte: number): boolean {
  return (byte & FIRST_TWO_BITS) === CONTINUES;
}

/** The same for bytes that are all there. */
export function cleanBytes(
  bytes: Uint8Array,
  redact: (text: string) => string,
  { decode, encode }: TextForm = UTF8,
): Uint8Array {
  const text = decode(bytes);
  const clean = redact(text);
  return clean === text ? bytes : encode(clean);
}

/** The same for bytes of which more will come: their end is left out where it may be half a secret. */
export function cleanBeginning(
  bytes: Uint8Array,
  { redact, unfinishedFrom }: SecretReader,
  { decode, encode }: TextForm = UTF8,
): CleanBeginning {
  const text = decode(bytes);
  const whole = redact(text);
  let at = unfinishedFrom(bytes);
  for (let [tries, back] = [0, 1]; tries < TRIES && at > 0; [tries, back] = [tries + 1, back * 8]) {
    const beginning = bytes.subarray(0, at);
    const first = decode(beginning);
    const clean = redact(first);
    const heldBack = bytes.length - at;
    // Where a secret is cut, what stands for it is missing at the end of the beginning.
    if (whole === text || whole.startsWith(clean))
      return { clean: clean === first ? beginning.slice() : encode(clean), heldBack };
    at = findCut(bytes, at - back);
  }
  return { clean: new Uint8Array(), heldBack: bytes.length };
}
