import type { CommandOutput } from './command-output.ts';

/** The end of what a program says tells more of how it went than the beginning does. */
const SHARE_OF_BEGINNING = 1 / 3;

/**
 * What a command printed as text of at most so many bytes: control sequences are taken out, and what is too much is left out of the
 * middle. `rest` says in the mark where it can be had.
 */
export function showOutput(
  { held, bytes, isBinary }: Pick<CommandOutput, 'held' | 'bytes' | 'isBinary'>,
  mostBytes: number,
  rest: string,
): { readonly text: string; readonly isCut: boolean } {
  if (isBinary)
    return { text: `[The output is no text: ${bytes} bytes.${rest === '' ? '' : ` ${rest}`}]`, isCut: true };
  // Nothing of what lies far inside can be shown, so it need not be read.
  const near = nearEnds(held, mostBytes * NEAR_FACTOR);
  const [beginning, end = ''] = near.map((part) => plainText(new TextDecoder().decode(part)));
  const whole = near.length === 1 ? (beginning ?? '') : null;
  if (whole !== null && byteLength(whole) <= mostBytes) return { text: whole, isCut: false };
  const mark = (left: string): string => `\n[… ${left} left out here.${rest === '' ? '' : ` ${rest}`} …]\n`;
  const room = Math.max(0, mostBytes - byteLength(mark(`${bytes} bytes were`)));
  const first = startOf(whole ?? beginning ?? '', Math.floor(room * SHARE_OF_BEGINNING));
  const last = endOf(whole ?? end, room - byteLength(first));
  const left = Math.max(1, bytes - byteLength(first) - byteLength(last));
  return { text: `${first}${mark(`${left} bytes were`)}${last}`, isCut: true };
}

/** What is taken out makes it shorter, but hardly ever by this. */
const NEAR_FACTOR = 20;

function nearEnds(bytes: Uint8Array, most: number): readonly Uint8Array[] {
  if (bytes.length <= 2 * most) return [bytes];
  return [bytes.subarray(0, most), bytes.subarray(bytes.length - most)];
}

/** Colours, titles and the like steer a terminal and say nothing; a line that was drawn over is as it was last. */
function plainText(text: string): string {
  return text
    .replaceAll(STEERING, (sequence) => (sequence.startsWith('\u001B') ? '' : sequence))
    .replaceAll('\r\n', '\n')
    .replaceAll(DRAWN_OVER, '')
    .replaceAll(/(?![\t\n])\p{Cc}/gu, picture);
}

/** Only a line's beginning is tried: from every place of a long line, it would take the square of its length. */
const DRAWN_OVER = /(?<![^\n])[^\n]*\r(?!$)/gmu;

/** With another sign at its beginning it is no such sequence. */
const STEERING = /\p{Cc}(?:\[[0-?]*[ -/]*[@-~]|\][^\p{Cc}]*(?:\p{Cc}\\?)?|[@-Z\\^_])/gu;

function picture(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= DELETE) return code === DELETE ? '\u2421' : `<U+${code.toString(16).toUpperCase()}>`;
  return String.fromCodePoint(PICTURES + code);
}

const DELETE = 0x7f;
const PICTURES = 0x2400;
const encoder = new TextEncoder();

function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Whole characters, and whole lines where one ends near. */
function startOf(text: string, mostBytes: number): string {
  const { read } = encoder.encodeInto(text, new Uint8Array(mostBytes));
  const part = text.slice(0, read);
  const line = part.lastIndexOf('\n');
  return line > part.length / 2 ? part.slice(0, line) : part;
}

function endOf(text: string, mostBytes: number): string {
  const bytes = encoder.encode(text.slice(-mostBytes));
  const from = Math.max(0, bytes.length - mostBytes);
  const part = new TextDecoder().decode(bytes.subarray(from)).replace(/^\uFFFD+/u, '');
  const line = part.indexOf('\n');
  return line !== -1 && line < part.length / 2 ? part.slice(line + 1) : part;
}
