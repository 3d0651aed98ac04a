/** What a second, simpler reading of a text finds: its words in order, and how many groups it opens and closes. */
export interface SplitShell {
  readonly words: readonly string[];
  readonly opened: number;
  readonly closed: number;
  /** Whether the shell would make several words of one of them. */
  readonly hasBraces: boolean;
}

interface Splitter {
  readonly text: string;
  at: number;
  readonly words: string[];
  opened: number;
  closed: number;
  /** A program could stand here. */
  isStart: boolean;
  /** The next word is the target of a redirect. */
  isTarget: boolean;
  /** The next word ends a text that begins in the next line. */
  isDelimiter: boolean;
  readonly endings: string[];
}

/**
 * Splits plain lists of programs by the signs of the shell alone. Where the parser sees other words, one of the two is wrong,
 * and nobody knows which. Null where a quotation has no end.
 */
export function splitShell(text: string): SplitShell | null {
  const splitter: Splitter = {
    text,
    at: 0,
    words: [],
    opened: 0,
    closed: 0,
    isStart: true,
    isTarget: false,
    isDelimiter: false,
    endings: [],
  };
  while (splitter.at < text.length) if (!takeToken(splitter)) return null;
  return splitter.endings.length === 0 ? { ...splitter, hasBraces: splitter.words.some(isBraced) } : null;
}

const QUOTED = /\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"/gu;

/**
 * Whichever of its brackets belong together: one opens, a comma or two dots follow, and one closes. The first and the last of them
 * are enough to look at; who tries each pair needs for all of time.
 */
function isBraced(word: string): boolean {
  const plain = word.replaceAll(QUOTED, '_');
  const open = plain.indexOf('{');
  if (NAMED_GROUPS.test(plain)) return false;
  return open !== -1 && /,|\.\./u.test(plain.slice(open + 1, Math.max(open + 1, plain.lastIndexOf('}'))));
}

/** As in `HEAD@{1}..HEAD@{0}`: none of them is open where the dots or the comma stand, and none closes behind them. */
const NAMED_GROUPS = /^(?:[^{}]|\{[\w+-]+(?:\.[\w+-]+)*\})*$/su;

const BLANKS = /(?:[ \t]|\\\n)+/uy;
const COMMENT = /#[^\n]*/uy;
const REDIRECT = /\d*(?:<<<|<<-|<<|>>|>\||<>|[<>]&|&>>|&>|[<>])/uy;
const OPERATOR = /&&|\|\||\|&|[|;&\n()]/uy;
const WORD = /(?:\\[^]|'[^']*'|"(?:\\[^]|[^"\\])*"|[^ \t\n|;&()<>'"\\])+/uy;

function takeToken(splitter: Splitter): boolean {
  if (take(splitter, BLANKS) !== null || take(splitter, COMMENT) !== null) return true;
  const redirect = take(splitter, REDIRECT);
  if (redirect !== null) {
    splitter.isTarget = true;
    splitter.isDelimiter = /<<-?$/u.test(redirect) && !redirect.endsWith('<<<');
    return true;
  }
  const operator = take(splitter, OPERATOR);
  if (operator !== null) return takeOperator(splitter, operator);
  const word = take(splitter, WORD);
  return word !== null && takeWord(splitter, word);
}

function take(splitter: Splitter, form: RegExp): string | null {
  form.lastIndex = splitter.at;
  const found = form.exec(splitter.text)?.[0];
  if (found === undefined) return null;
  splitter.at += found.length;
  return found;
}

function takeOperator(splitter: Splitter, operator: string): boolean {
  if (splitter.isTarget) return false;
  splitter.isStart = operator !== ')';
  if (operator === '(') splitter.opened += 1;
  if (operator === ')') splitter.closed += 1;
  return operator !== '\n' || skipTexts(splitter);
}

function takeWord(splitter: Splitter, word: string): boolean {
  // Before a redirect this names a variable for the number of a file.
  if (/^\{\w+\}$/u.test(word) && /[<>]/u.test(splitter.text[splitter.at] ?? '')) return false;
  if (splitter.isDelimiter) splitter.endings.push(word.replaceAll(/['"\\]/gu, ''));
  if (!splitter.isTarget && splitter.isStart && SIGNS.has(word)) {
    if (word === '{') splitter.opened += 1;
    if (word === '}') splitter.closed += 1;
    // `time` may be told how to print.
    splitter.isStart = word !== '}';
    if (word === 'time') take(splitter, /[ \t]+-p(?=[ \t])/uy);
    return true;
  }
  splitter.words.push(word);
  if (!splitter.isTarget && !/^[A-Za-z_]\w*=/u.test(word)) splitter.isStart = false;
  splitter.isTarget = false;
  splitter.isDelimiter = false;
  return true;
}

const SIGNS: ReadonlySet<string> = new Set(['{', '}', '!', 'time']);

/** The texts that redirects of this line have announced; each ends with a line of its own. */
function skipTexts(splitter: Splitter): boolean {
  for (const ending of splitter.endings.splice(0)) {
    const lines = splitter.text.slice(splitter.at).split('\n');
    const last = lines.findIndex((line) => line.replace(/^\t+/u, '') === ending);
    if (last === -1) return false;
    splitter.at += lines.slice(0, last + 1).join('\n').length + 1;
  }
  return true;
}
