/**
 * The text of a file in the form in which changes are planned: without its BOM, every line end a `\n`.
 * `encodeText` gives the bytes back exactly: what no change touches keeps its line ends and its bytes.
 */
export interface FileText {
  readonly encoding: 'utf8' | 'utf16le' | 'utf16be' | 'bytes';
  readonly bom: string;
  readonly text: string;
  readonly lineEnds: LineEnds;
}

/** One kind for all lines, or for each line whether it ends with `\r\n`. */
export type LineEnds = '\n' | '\r\n' | readonly boolean[];

const BOM = '\uFEFF';
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Null for a file that is no text. Bytes that are no UTF-8 are kept as they are (`bytes`). */
export function decodeText(bytes: Uint8Array): FileText | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeWide(bytes, 'utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeWide(bytes, 'utf16be');
  if (bytes.includes(0)) return null;
  try {
    return splitText(strict.decode(bytes), 'utf8');
  } catch {
    return splitText(toBuffer(bytes).toString('latin1'), 'bytes');
  }
}

function decodeWide(bytes: Uint8Array, encoding: 'utf16le' | 'utf16be'): FileText | null {
  if (bytes.length % 2 !== 0) return null;
  const little = encoding === 'utf16le' ? toBuffer(bytes) : Buffer.from(bytes).swap16();
  const text = little.toString('utf16le');
  return text.includes('\0') ? null : splitText(text, encoding);
}

function splitText(raw: string, encoding: FileText['encoding']): FileText {
  const bom = raw.startsWith(BOM) ? BOM : '';
  const body = bom === '' ? raw : raw.slice(1);
  if (!body.includes('\r')) return { encoding, bom, text: body, lineEnds: '\n' };
  const { text, lineEnds } = normalizeLineEnds(body);
  return { encoding, bom, text, lineEnds };
}

/** A `\r` that no `\n` follows is a character like others. */
export function normalizeLineEnds(raw: string): { readonly text: string; readonly lineEnds: LineEnds } {
  const text = raw.replaceAll('\r\n', '\n');
  if (text.length === raw.length) return { text, lineEnds: '\n' };
  const wide: boolean[] = [];
  for (let at = raw.indexOf('\n'); at !== -1; at = raw.indexOf('\n', at + 1)) {
    wide.push(raw.charCodeAt(at - 1) === 13);
  }
  return { text, lineEnds: wide.every(Boolean) ? '\r\n' : wide };
}

/** What a model wrote, in the form of the file: so that equal bytes are equal text. */
export function modelText(written: string, encoding: FileText['encoding']): string {
  const text = written.includes('\r') ? written.replaceAll('\r\n', '\n') : written;
  return encoding === 'bytes' ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** What a person or a model reads of a text in the form of the file. */
export function readableText(text: string, encoding: FileText['encoding']): string {
  return encoding === 'bytes' ? Buffer.from(text, 'latin1').toString('utf8') : text;
}

export function encodeText({ encoding, bom, text, lineEnds }: FileText): Uint8Array {
  const raw = bom + withLineEnds(text, lineEnds);
  if (encoding === 'utf8') return Buffer.from(raw, 'utf8');
  if (encoding === 'bytes') return Buffer.from(raw, 'latin1');
  const bytes = Buffer.from(raw, 'utf16le');
  return encoding === 'utf16le' ? bytes : bytes.swap16();
}

function withLineEnds(text: string, lineEnds: LineEnds): string {
  if (lineEnds === '\n') return text;
  if (lineEnds === '\r\n') return text.replaceAll('\n', '\r\n');
  let line = 0;
  return text.replaceAll('\n', () => {
    line += 1;
    return lineEnds[line - 1] === true ? '\r\n' : '\n';
  });
}

/** The lines of a text without their ends; a final `\n` closes the last line and begins no other. */
export function splitLines(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
