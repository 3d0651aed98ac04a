/** A piece of what a program printed, with the colour that it wanted. */
export interface AnsiPiece {
  readonly text: string;
  /** Names of styles. */
  readonly style: string;
}

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
const FIRST_COLOUR = 30;
const FIRST_BRIGHT = 90;

/** Colours are kept as names, all other signs to a terminal are taken out; a line that was written over shows its end. */
export function readAnsi(printed: string): readonly AnsiPiece[] {
  const text = overwriteLines(printed);
  const pieces: AnsiPiece[] = [];
  let style: Style = PLAIN;
  let end = 0;
  const add = (part: string): void => {
    const words = stripControls(part);
    if (words !== '') pieces.push({ text: words, style: nameStyle(style) });
  };
  for (const sequence of text.matchAll(SEQUENCES)) {
    add(text.slice(end, sequence.index));
    end = sequence.index + sequence[0].length;
    if (sequence[1] !== undefined) style = changeStyle(style, sequence[1]);
  }
  add(text.slice(end));
  return pieces;
}

/** `ESC [ … m` sets a style; other sequences, among them titles and links, are let go. */
const ESC = String.fromCodePoint(0x1b);
const BELL = String.fromCodePoint(0x07);
const TEXT_END = String.raw`(?:${BELL}|${ESC}\\)?`;
const SEQUENCES = new RegExp(
  [
    String.raw`${ESC}\[([0-9;]*)m`,
    String.raw`${ESC}\[[0-9;?<=>!]*[ -/]*[@-~]`,
    String.raw`${ESC}\][^${BELL}${ESC}]*${TEXT_END}`,
    String.raw`${ESC}[PX^_][^${ESC}]*${TEXT_END}`,
    String.raw`${ESC}[@-Z\\-_]`,
  ].join('|'),
  'gu',
);

function stripControls(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, '');
}

function overwriteLines(text: string): string {
  if (!text.includes('\r')) return text;
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.split('\r').findLast((part) => part !== '') ?? '')
    .join('\n');
}

interface Style {
  readonly colour: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
}
const PLAIN: Style = { colour: '', isBold: false, isDim: false };

function changeStyle(before: Style, codes: string): Style {
  let style = before;
  const numbers = codes.split(';').map(Number);
  for (let place = 0; place < numbers.length; place += 1) {
    const code = numbers[place] ?? 0;
    // A colour of a larger set has two or four numbers more.
    if (code === 38 || code === 48) {
      place += numbers[place + 1] === 5 ? 2 : 4;
      continue;
    }
    style = applyCode(style, code);
  }
  return style;
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, isBold: true };
  if (code === 2) return { ...style, isDim: true };
  if (code === 22) return { ...style, isBold: false, isDim: false };
  if (code === 39) return { ...style, colour: '' };
  const colour = COLOURS[code >= FIRST_BRIGHT ? code - FIRST_BRIGHT : code - FIRST_COLOUR];
  return colour === undefined ? style : { ...style, colour };
}

function nameStyle({ colour, isBold, isDim }: Style): string {
  return [colour === '' ? '' : `ansi-${colour}`, isBold ? 'ansi-bold' : '', isDim ? 'ansi-dim' : '']
    .filter((name) => name !== '')
    .join(' ');
}
