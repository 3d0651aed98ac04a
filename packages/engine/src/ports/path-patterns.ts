/**
 * Globs over paths, matched without regular expressions: whoever wrote a pattern, a match takes at most as many steps as
 * pattern times path. `*` and `?` stay within a name, `**` as a whole name stands for any folders, `[…]` is a set.
 */
export interface PathPattern {
  matches(names: readonly string[]): boolean;
}

/** A pattern that has to fit the whole path, given as the names between its slashes. */
export function createPathPattern(names: readonly string[]): PathPattern {
  const parts = names.map((name) => (name === '**' ? null : plainName(readName(name))));
  return { matches: (path) => matchTokens(parts, path, fitsName, (part) => part === null) };
}

/** A name without a wildcard is compared as it is, which is most of them and much faster. */
function fitsName(part: string | readonly Token[] | null, name: string): boolean {
  if (part === null || typeof part === 'string') return part === name;
  return matchTokens(part, Array.from(name), fitsLetter, (token) => token === ANY);
}

const MOST_ALTERNATIVES = 200;

/**
 * Whether a path, or a folder that it lies in, fits one of the patterns of a setting. A pattern without a slash means a
 * name in any folder. `{a,b}` stands for both.
 */
export function createPatternTest(patterns: readonly string[]): (path: string) => boolean {
  // Most patterns are a plain name, or begin with one, and those are looked up.
  const plain = new Set<string>();
  const byFirst = new Map<string, PathPattern[]>();
  const others: PathPattern[] = [];
  for (const pattern of patterns.flatMap(expandBraces)) {
    const names = splitNames(pattern.replace(/^\.\//, ''));
    const [first] = names;
    if (first === undefined) continue;
    const isAnywhere = first === '**' || !pattern.includes('/');
    const inner = names.slice(first === '**' ? 1 : 0, names.at(-1) === '**' ? -1 : undefined);
    const [name = '**'] = inner;
    const isPlain = !/[*?[\\]/u.test(name);
    // What lies in a folder that fits, fits.
    const whole = createPathPattern([...(isAnywhere ? ['**'] : []), ...inner, '**']);
    if (isPlain && isAnywhere && inner.length === 1) plain.add(name);
    else if (isPlain && !isAnywhere) byFirst.set(name, [...(byFirst.get(name) ?? []), whole]);
    else others.push(whole);
  }
  return (path) => {
    const names = splitNames(path);
    const [first] = names;
    if (first === undefined) return false;
    const fits = (pattern: PathPattern): boolean => pattern.matches(names);
    return (
      names.some((name) => plain.has(name)) || byFirst.get(first)?.some(fits) === true || others.some(fits)
    );
  };
}

export function splitNames(path: string): readonly string[] {
  return path.split('/').filter((name) => name !== '');
}

/** `{a,b}` becomes both. The innermost group first, until none is left; a flood of groups stays as it is from there on. */
export function expandBraces(pattern: string): readonly string[] {
  let open = [pattern];
  const done: string[] = [];
  while (open.length > 0 && open.length + done.length < MOST_ALTERNATIVES) {
    const next: string[] = [];
    for (const text of open) {
      const start = text.lastIndexOf('{', text.indexOf('}'));
      const end = text.indexOf('}');
      if (end === -1 || start === -1) done.push(text);
      else
        for (const choice of text.slice(start + 1, end).split(','))
          next.push(`${text.slice(0, start)}${choice}${text.slice(end + 1)}`);
    }
    open = next;
  }
  return [...done, ...open];
}

/** A letter, a set of letters, or one of these two, which are longer than a letter. */
type Token = string | LetterSet;
const ANY = 'any';
const ONE = 'one';

interface LetterSet {
  readonly isNegated: boolean;
  readonly ranges: readonly (readonly [string, string])[];
}

function readName(name: string): Token[] {
  const letters = Array.from(name);
  const tokens: Token[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    if (letter === '*') {
      if (tokens.at(-1) !== ANY) tokens.push(ANY);
    } else if (letter === '?') tokens.push(ONE);
    else if (letter === '\\' && at + 1 < letters.length) {
      at += 1;
      tokens.push(letters[at] ?? '');
    } else if (letter === '[') {
      const set = readSet(letters, at);
      // A set without an end is a bracket.
      tokens.push(set === null ? letter : set.token);
      at = set?.end ?? at;
    } else tokens.push(letter);
  }
  return tokens;
}

function plainName(tokens: readonly Token[]): string | readonly Token[] {
  const letters = tokens.flatMap((token) =>
    typeof token === 'string' && token !== ANY && token !== ONE ? [token] : [],
  );
  return letters.length === tokens.length ? letters.join('') : tokens;
}

function readSet(
  letters: readonly string[],
  start: number,
): { readonly token: LetterSet; readonly end: number } | null {
  const isNegated = letters[start + 1] === '!' || letters[start + 1] === '^';
  const first = start + (isNegated ? 2 : 1);
  const ranges: [string, string][] = [];
  for (let at = first; at < letters.length; at += 1) {
    // A bracket that stands first belongs to the set.
    if (letters[at] === ']' && at > first) return { token: { isNegated, ranges }, end: at };
    if (letters[at] === '\\') at += 1;
    const from = letters[at] ?? '';
    const isRange = letters[at + 1] === '-' && letters[at + 2] !== undefined && letters[at + 2] !== ']';
    if (isRange) at += 2;
    ranges.push([from, letters[at] ?? '']);
  }
  return null;
}

function fitsLetter(token: Token, letter: string): boolean {
  if (typeof token === 'string') return token === ONE || token === letter;
  const code = letter.codePointAt(0) ?? 0;
  const isIn = token.ranges.some(
    ([from, to]) => (from.codePointAt(0) ?? 0) <= code && code <= (to.codePointAt(0) ?? 0),
  );
  return isIn !== token.isNegated;
}

/** Only the last wildcard is ever tried again, because what an earlier one could gain, it can take as well. */
function matchTokens<Part, Piece>(
  parts: readonly Part[],
  pieces: readonly Piece[],
  fits: (part: Part, piece: Piece) => boolean,
  isWild: (part: Part) => boolean,
): boolean {
  let [at, piece] = [0, 0];
  let wild: { readonly part: number; piece: number } | null = null;
  while (piece < pieces.length) {
    const part = parts[at];
    const here = pieces[piece];
    if (at < parts.length && part !== undefined && isWild(part)) {
      wild = { part: at, piece };
      at += 1;
    } else if (at < parts.length && part !== undefined && here !== undefined && fits(part, here)) {
      at += 1;
      piece += 1;
    } else if (wild === null) return false;
    else {
      wild.piece += 1;
      piece = wild.piece;
      at = wild.part + 1;
    }
  }
  return parts.slice(at).every(isWild);
}
