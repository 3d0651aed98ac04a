import { readShell } from './read-shell.ts';

/** A pattern of `commands.allow`, as words. */
export interface CommandPattern {
  readonly text: string;
  readonly tokens: readonly string[];
  /** Nothing may stand behind them. */
  readonly isWhole: boolean;
}

/** How a pattern ends that allows its words alone: `make $` does not allow `make deploy`. */
export const NOTHING_BEHIND = ' $';

/** Reads patterns as a command is read. One that is no plain beginning of a command allows nothing. */
export function readPatterns(texts: readonly string[]): readonly CommandPattern[] {
  const known = cache.get(texts);
  if (known !== undefined) return known;
  const patterns = texts.flatMap((text) => {
    const isWhole = text.endsWith(NOTHING_BEHIND);
    const tokens = readPattern(isWhole ? text.slice(0, -NOTHING_BEHIND.length) : text);
    return tokens === null ? [] : [{ text, tokens, isWhole }];
  });
  cache.set(texts, patterns);
  return patterns;
}

/** By the list itself: it is the same one from call to call. */
const cache = new WeakMap<readonly string[], readonly CommandPattern[]>();

/** The words of a pattern; null where it is more than words. */
function readPattern(text: string): readonly string[] | null {
  const { segments, problems } = readShell(text);
  const [segment] = segments;
  if (segments.length !== 1 || problems.length > 0 || segment === undefined) return null;
  if (segment.assignments.length > 0 || segment.redirects.length > 0 || segment.around.length > 0)
    return null;
  const tokens = segment.words.flatMap(({ value }) => (value === null ? [] : [value]));
  return tokens.length === segment.words.length && tokens.length > 0 ? tokens : null;
}

/** Those patterns that a command begins with, word by word, the longest first. */
export function matchPatterns(
  patterns: readonly CommandPattern[],
  values: readonly (string | null)[],
): readonly CommandPattern[] {
  return patterns
    .filter(
      ({ tokens, isWhole }) =>
        tokens.every((token, index) => values[index] === token) &&
        (!isWhole || tokens.length === values.length),
    )
    .toSorted((one, other) => other.tokens.length - one.tokens.length);
}
