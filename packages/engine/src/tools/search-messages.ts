import * as z from 'zod';

/** Lines that were found in one file. */
export interface FoundFile {
  readonly path: string;
  readonly lines: FoundLine[];
  matches: number;
}

export interface FoundLine {
  readonly number: number;
  readonly text: string;
  readonly isMatch: boolean;
  /** False where it was cut, or where some of its bytes are no text. */
  readonly isExact: boolean;
}

export interface MessageReader {
  readonly files: readonly FoundFile[];
  readonly matches: () => number;
  readonly binaryFiles: () => number;
  readonly leftOut: () => number;
  readonly longLines: () => number;
  /** One line of what `ripgrep --json` prints, null for one that is too long. */
  read(line: string | null): void;
  /** For a search that was ended before its end. */
  finish(): void;
}

const textSchema = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), data: z.object({ path: textSchema }) }),
  z.object({ type: z.literal('end'), data: z.object({ binary_offset: z.number().nullable() }) }),
  z.object({
    type: z.enum(['match', 'context']),
    data: z.object({
      lines: textSchema,
      line_number: z.number(),
      submatches: z.array(z.object({ start: z.number() })),
    }),
  }),
  z.object({ type: z.literal('summary') }),
]);
type LineData = Extract<z.infer<typeof messageSchema>, { type: 'match' | 'context' }>['data'];

/** Collects what is found in the files that may be shown; a file that turns out to be binary is dropped. */
export function createMessageReader(mayShow: (path: string) => boolean): MessageReader {
  const files: FoundFile[] = [];
  let current: FoundFile | null = null;
  let [matches, binaryFiles, leftOut, longLines] = [0, 0, 0, 0];

  function begin(path: z.infer<typeof textSchema>): void {
    // A name that is not UTF-8 cannot be named to the other tools.
    current = 'text' in path && mayShow(path.text) ? { path: path.text, lines: [], matches: 0 } : null;
    if (current === null) leftOut += 1;
  }

  function end(isBinary: boolean): void {
    if (current === null) return;
    if (isBinary) {
      binaryFiles += 1;
      matches -= current.matches;
    } else if (current.lines.length > 0) files.push(current);
    current = null;
  }

  function add(isMatch: boolean, data: LineData): void {
    if (current === null) return;
    current.lines.push(readLine(isMatch, data));
    if (!isMatch) return;
    current.matches += 1;
    matches += 1;
  }

  return {
    files,
    matches: () => matches,
    binaryFiles: () => binaryFiles,
    leftOut: () => leftOut,
    longLines: () => longLines,
    finish: () => end(false),
    read: (line) => {
      if (line === null) {
        if (current !== null) longLines += 1;
        return;
      }
      const message = messageSchema.safeParse(readJson(line)).data;
      if (message?.type === 'begin') begin(message.data.path);
      else if (message?.type === 'end') end(message.data.binary_offset !== null);
      else if (message?.type === 'match' || message?.type === 'context')
        add(message.type === 'match', message.data);
    },
  };
}

function readJson(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return value;
  } catch {
    return null;
  }
}

const MOST_LINE_CHARACTERS = 500;
const SHOWN_BEFORE_MATCH = 100;

function readLine(isMatch: boolean, { lines, line_number: number, submatches }: LineData): FoundLine {
  const whole = ('text' in lines ? lines.text : decodeBase64(lines.bytes))
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '');
  if (whole.length <= MOST_LINE_CHARACTERS) return { number, text: whole, isMatch, isExact: 'text' in lines };
  const from = Math.max(0, charactersOf(whole, submatches[0]?.start ?? 0) - SHOWN_BEFORE_MATCH);
  const piece = whole
    .slice(from, from + MOST_LINE_CHARACTERS)
    .replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
  const after = from + MOST_LINE_CHARACTERS < whole.length ? '…' : '';
  return { number, text: `${from > 0 ? '…' : ''}${piece}${after}`, isMatch, isExact: false };
}

function charactersOf(text: string, bytes: number): number {
  return new TextDecoder().decode(new TextEncoder().encode(text).subarray(0, bytes)).length;
}

function decodeBase64(text: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0)));
}
