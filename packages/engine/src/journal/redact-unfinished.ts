import { NAME_KEYS, QUOTE, VALUE_KEYS } from './secret-rules-shape.ts';

/** Says from which byte on the end of what is still coming may be the beginning of a secret, or of what makes one. */
export type UnfinishedFinder = (bytes: Uint8Array) => number;

/** No secret, with the words that make it one, is longer. */
const MOST_BYTES = 32 * 1024;

/** Reads bytes as signs, so that no character is cut that has several. */
export function createUnfinishedFinder(knownForms: readonly string[]): UnfinishedFinder {
  // Most are never asked.
  let known: readonly string[] | undefined;
  return (bytes) => {
    known ??= knownForms.map((form) => signsOf(new TextEncoder().encode(form)));
    const from = Math.max(0, bytes.length - MOST_BYTES);
    const text = signsOf(bytes.subarray(from));
    const ends = [
      endOfCertain(text),
      startOfNamelessValue(text),
      ...known.map((form) => startOf(form, text)),
    ];
    return from + Math.min(...ends);
  };
}

function signsOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** Behind these a value can begin, which may have blanks in it. */
const GIVES_VALUE = /["'`=:<>(,\\]/u;
/** Where a word begins; without letters and digits it is none. */
const WORD = /[A-Za-z0-9\p{Cc}\u0080-\u00FF]/u;

/** All whole lines, and of the last one what stands before any value and before its last word. */
function endOfCertain(text: string): number {
  const start = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
  const line = text.slice(start);
  const places = [line.search(GIVES_VALUE), startOfLastWord(line)].filter((place) => place !== -1);
  return start + Math.min(line.length, ...places);
}

/** The last word of a line that goes on; -1 where it ends with none. */
function startOfLastWord(line: string): number {
  const from = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\t')) + 1;
  const found = line.slice(from).search(WORD);
  return found === -1 ? -1 : from + found;
}

/** So much is looked at: a value of 512 signs, and the key and the name around it. */
const MOST_BEFORE_NAME = 1024;
/** `"value": "…",` whose name may still come, on the next line too. */
const NAMELESS_VALUE = new RegExp(
  String.raw`${QUOTE}(?:${VALUE_KEYS.join('|')})${QUOTE}\s{0,4}:\s{0,4}${QUOTE}[^\s"'\\]{8,512}` +
    String.raw`${QUOTE}\s{0,4}(?:,\s{0,32}(?:${QUOTE}(?:${NAME_KEYS.join('|')})?[^,{}]{0,60})?)?$`,
  'iu',
);

function startOfNamelessValue(text: string): number {
  const from = Math.max(0, text.length - MOST_BEFORE_NAME);
  const found = text.slice(from).search(NAMELESS_VALUE);
  return found === -1 ? text.length : from + found;
}

/** Where the longest beginning of the form starts with which the text ends. */
function startOf(form: string, text: string): number {
  for (let length = Math.min(form.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(form.slice(0, length))) return text.length - length;
  return text.length;
}
