import { createVisibleStream } from './visible-stream.ts';
import { visible, visibleJson, visibleLine } from './visible.ts';

export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red';

/** Text, or text with a style. What it says is made visible before it is shown; the style is ours. */
export type Piece = string | { readonly text: string; readonly style: Style };

/** The one way to the screen: nothing reaches it without being made visible. */
export interface Terminal {
  readonly columns: number;
  /** One line on standard output. */
  print(...pieces: readonly Piece[]): void;
  /** One line on standard error. */
  note(...pieces: readonly Piece[]): void;
  /** How far something is: a line on standard error that the next one replaces, and an empty one takes away. Only on a terminal. */
  progress(text: string): void;
  /**
   * One JSON value on a line of standard output. A program is given the `source` of the value, byte for byte,
   * when there is one; a screen would obey what stands in it.
   */
  printJson(value: unknown, source?: string): void;
  /** Begins text on standard output, or on standard error, that comes in pieces. */
  startText(stream?: 'stdout' | 'stderr'): RunningText;
  /**
   * Passes bytes on to standard output as they are. Null where that is a screen, which would obey what stands in them: print text there.
   */
  startBytes(): ((bytes: Uint8Array) => void) | null;
  /** Resolves when more can be printed without piling up in memory; long output waits for it. */
  ready(): Promise<void>;
  /** Calls when nobody reads standard output any more, which is found out by writing to it. */
  whenClosed(handle: () => void): void;
}

/** Text that comes in pieces, shown as it comes. */
interface RunningText {
  /** Whether the last line is begun and not ended. */
  isOpen(): boolean;
  write(piece: string): void;
  /** Shows what was held back, and ends the line where one is begun. */
  endLine(): void;
}

export interface Stream {
  readonly isTTY?: boolean;
  /** 0 or left out where it has no width. */
  readonly columns?: number;
  write(text: string | Uint8Array): boolean;
  /** Resolves when what was written has gone out, or will never. */
  readonly drained?: () => Promise<void>;
  /** Calls when the reader went away. */
  readonly whenClosed?: (handle: () => void) => void;
}

const DEFAULT_COLUMNS = 80;
const NARROWEST_COLUMNS = 20;
/** Nobody's terminal is wider; a number beyond it would be padded to. */
const WIDEST_COLUMNS = 400;
const CODES: Record<Style, readonly [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  green: [32, 39],
  yellow: [33, 39],
  red: [31, 39],
};

/** Colours are used on a terminal alone, and never under `NO_COLOR` or a dumb terminal. */
export function createTerminal(
  output: Stream,
  errors: Stream,
  variables: ReadonlyMap<string, string>,
): Terminal {
  const colourful = (stream: Stream) =>
    stream.isTTY === true && !variables.get('NO_COLOR') && variables.get('TERM') !== 'dumb';
  const write = (stream: Stream, pieces: readonly Piece[]) => {
    const paint = colourful(stream);
    stream.write(`${pieces.map((piece) => render(piece, paint)).join('')}\n`);
  };
  const asked = Number(variables.get('COLUMNS'));
  const columns = output.columns || (Number.isInteger(asked) && asked > 0 ? asked : DEFAULT_COLUMNS);
  return {
    columns: Math.min(WIDEST_COLUMNS, Math.max(NARROWEST_COLUMNS, columns)),
    print: (...pieces) => write(output, pieces),
    note: (...pieces) => write(errors, pieces),
    progress: (text) => {
      if (errors.isTTY === true && variables.get('TERM') !== 'dumb')
        errors.write(`\r\u001B[K${visibleLine(text)}`);
    },
    printJson: (value, source) =>
      output.write(`${source === undefined || output.isTTY === true ? visibleJson(value) : source}\n`),
    startText: (stream = 'stdout') => startText(stream === 'stdout' ? output : errors),
    startBytes: () => (output.isTTY === true ? null : (bytes) => void output.write(bytes)),
    ready: async () => output.drained?.(),
    whenClosed: (handle) => output.whenClosed?.(handle),
  };
}

function startText(output: Stream): RunningText {
  const stream = createVisibleStream();
  let isOpen = false;
  const show = (text: string) => {
    if (text === '') return;
    isOpen = !text.endsWith('\n');
    output.write(text);
  };
  return {
    isOpen: () => isOpen,
    write: (piece) => show(stream.take(piece)),
    endLine: () => {
      show(stream.end());
      if (isOpen) show('\n');
    },
  };
}

function render(piece: Piece, paint: boolean): string {
  if (typeof piece === 'string') return visible(piece);
  const [start, end] = CODES[piece.style];
  return paint ? `\u001B[${start}m${visible(piece.text)}\u001B[${end}m` : visible(piece.text);
}
