import type { Word } from 'unbash';

/** A word of a command, as far as its text alone says what it will be. */
export interface ShellWord {
  readonly text: string;
  /** What the program will get, letter by letter; null where the shell would make something of it first. */
  readonly value: string | null;
  /** For a pattern of file names: what stands before its first sign. Null for every other word. */
  readonly glob: string | null;
  /** Why it is no literal; null for literals and for patterns. */
  readonly unknown: string | null;
}

/**
 * Reads a word twice: with the parser, and by the few rules of quoting below. Where the two do not agree, or the shell would
 * expand anything, the word is unknown.
 */
export function readWord(word: Word): ShellWord {
  const { text } = word;
  // Nothing closes it, so it is the name of a program or a word as any other.
  if (text === '[') return { text, value: text, glob: null, unknown: null };
  const read = unquote(text);
  if (read.kind === 'unknown') return { text, value: null, glob: null, unknown: read.why };
  if (read.kind === 'glob') {
    const isSame = (word.parts ?? []).every(({ type }) => PATTERN_PARTS.has(type));
    return isSame
      ? { text, value: null, glob: read.before, unknown: null }
      : { text, value: null, glob: null, unknown: 'it is not clear what the shell makes of it' };
  }
  const isPlain = (word.parts ?? []).every(({ type }) => LITERAL_PARTS.has(type));
  return isPlain && word.value === read.value
    ? { text, value: read.value, glob: null, unknown: null }
    : { text, value: null, glob: null, unknown: 'it can be read in two ways' };
}

const LITERAL_PARTS: ReadonlySet<string> = new Set(['Literal', 'SingleQuoted', 'DoubleQuoted']);
const PATTERN_PARTS: ReadonlySet<string> = new Set(['Literal', 'SingleQuoted', 'DoubleQuoted', 'Glob']);

type Unquoted =
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'glob'; readonly before: string }
  | { readonly kind: 'unknown'; readonly why: string };

interface Reader {
  readonly text: string;
  at: number;
  value: string;
  /** What stood before the first sign of a pattern. */
  before: string | null;
}

function unquote(text: string): Unquoted {
  const reader: Reader = { text, at: 0, value: '', before: null };
  while (reader.at < text.length) {
    const why = takeSign(reader);
    if (why !== null) return { kind: 'unknown', why };
  }
  return reader.before === null
    ? { kind: 'literal', value: reader.value }
    : { kind: 'glob', before: reader.before };
}

/** Takes one sign or one quoted part; says why it cannot. */
function takeSign(reader: Reader): string | null {
  const { text, at } = reader;
  const sign = text[at] ?? '';
  if (sign === "'") return takeSingle(reader);
  if (sign === '"') return takeDouble(reader);
  if (sign === '\\') {
    const next = text[at + 1];
    if (next === undefined) return 'it ends with a backslash';
    if (next === '\n') return 'a line is continued inside it';
    reader.value += next;
    reader.at += 2;
    return null;
  }
  if (sign === '~' && (at === 0 || text[at - 1] === '=' || text[at - 1] === ':'))
    return 'it names a home folder';
  if (sign === '{' && isBrace(text, at)) return 'the shell makes several words of its braces';
  if ('*?['.includes(sign)) reader.before ??= reader.value;
  else if (SPECIAL.has(sign)) return SPECIAL.get(sign) ?? null;
  reader.value += sign;
  reader.at += 1;
  return null;
}

const SPECIAL: ReadonlyMap<string, string> = new Map([
  ['$', 'the shell puts something in its place'],
  ['`', 'it runs another command'],
  ['(', 'the shell makes something of its brackets'],
  [')', 'the shell makes something of its brackets'],
  ['<', 'the shell makes something of it'],
  ['>', 'the shell makes something of it'],
  ['|', 'the shell makes something of it'],
  ['&', 'the shell makes something of it'],
  [';', 'the shell makes something of it'],
  ['\n', 'a line ends inside it'],
]);

/** Each bracket has its own, with a name between them, and nothing is in quotation marks: `{1}..HEAD@{0}` stays as it is. */
const PLAIN_GROUPS = /^(?:\{[\w+-]+(?:\.[\w+-]+)*\}|[^{}'"\\`$])*$/u;

/**
 * `{}` and `{word}` stay as they are; with a comma or two dots, they may not, whatever stands between: the first `}` does not
 * have to be the one that ends them (`{a}b,c}`). What is in quotation marks, and a bracket that nothing ends, count too, which only asks more.
 */
function isBrace(text: string, at: number): boolean {
  if (PLAIN_GROUPS.test(text.slice(at))) return false;
  const end = text.lastIndexOf('}');
  return [',', '..'].some((sign) => {
    const found = text.indexOf(sign, at);
    return found !== -1 && (end < at || found < end);
  });
}

function takeSingle(reader: Reader): string | null {
  const end = reader.text.indexOf("'", reader.at + 1);
  if (end === -1) return 'a quotation mark has no other';
  reader.value += reader.text.slice(reader.at + 1, end);
  reader.at = end + 1;
  return null;
}

/** What the shell puts something in the place of behind a dollar sign; where letters are single bytes, also a name with an accent. */
const EXPANDED = /[A-Za-z0-9_{([@*#?$!'"-]|\P{ASCII}/u;

function takeDouble(reader: Reader): string | null {
  const { text } = reader;
  let at = reader.at + 1;
  let value = '';
  while (text[at] !== '"') {
    const sign = text[at];
    if (sign === undefined) return 'a quotation mark has no other';
    if (sign === '`') return SPECIAL.get('`') ?? null;
    if (sign === '$' && EXPANDED.test(text[at + 1] ?? '') && text[at + 1] !== '"')
      return SPECIAL.get('$') ?? null;
    const next = text[at + 1];
    if (sign === '\\' && next === '\n') return 'a line is continued inside it';
    if (sign === '\\' && next !== undefined && '$`"\\'.includes(next)) {
      value += next;
      at += 2;
      continue;
    }
    value += sign;
    at += 1;
  }
  reader.value += value;
  reader.at = at + 1;
  return null;
}
