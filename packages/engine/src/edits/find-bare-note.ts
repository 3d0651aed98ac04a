/** How a comment of some language begins. */
const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|\{\/\*|\{#|<%--|"""|'''|\(\*|rem\b|!|\[|\(|<)/iu;
/** Marks of a comment, brackets, dots and dashes. */
const MARKS = String.raw`[\s/*#\-;%<>!{}()[\]"'=~_.…:,|` + '`]+';
const AROUND = new RegExp(`^${MARKS}|${MARKS}$`, 'gu');

/** One of these makes a note of what was left out; in a comment one of the first kind alone does. */
const ALONE = /^(?:unchanged|omitted|snip|snipped|elided|truncated|rest|existing|remaining)$/iu;
const TELLING = /^(?:same|previous|original|abbreviated|skipped|keep|kept|hidden)$/iu;
/** All other words that such a note consists of. */
const FILLING = new RegExp(
  `^(?:${[
    'the|of|your|this|my|that|its|all|any|more|others?|everything|else|as|is|are|was|were|be|it|in|to|and|for|with|from',
    'remains?|remained|stays?|left|out|here|there|goes|go|above|below|before|after|not|no|change[sd]?|shown?|without',
    'brevity|clarity|space|now|still|etc|lines?|codes?|files?|contents?|imports?|exports?|methods?|functions?|class|classes',
    'sections?|pages?|styles?|rules?|implementations?|logic|body|modules?|components?|scripts?|documents?|tests?|props',
    String.raw`fields|parts?|text|items?|entries|columns?|rows?|values?|keys?|definitions?|types?|variables?|cases?|routes?|handlers?|blocks?|elements?|\d+`,
  ].join('|')})$`,
  'iu',
);

/** Three dots are a statement of this language. */
const DOTS_MEAN = /\.pyi?$/iu;
const LONGEST = 200;
/** Fewer lines are lost by every small change. */
const FEWEST_LOST = 3;

/**
 * The first new line that is nothing but a note that something was left out, or nothing but dots, in a change that takes away lines of
 * the old text: elsewhere such a line may be meant.
 */
export function findBareNote(
  path: string,
  { fresh, removed }: { readonly fresh: string; readonly removed: number },
  isOld: (line: string) => boolean,
): string | null {
  if (removed < FEWEST_LOST) return null;
  for (const line of fresh.split('\n')) {
    if (line.length > LONGEST || isOld(line)) continue;
    const words = line.replaceAll(AROUND, '');
    const isDots = words === '' && /\.\.\.|…/u.test(line);
    const isMeant = DOTS_MEAN.test(path) && line.trim() === '...';
    if ((isDots && !isMeant) || isNote(line, words)) return line.trim();
  }
  return null;
}

function isNote(line: string, words: string): boolean {
  const all = words.split(/[\s,.;:…()[\]-]+/u).filter((word) => word !== '');
  const isComment = COMMENT.test(line);
  // A name that stands alone in a line of code says nothing of the kind.
  if (!isComment && (all.length < 2 || !/^[\w\s.…-]+$/u.test(line.trim()))) return false;
  const isTold = all.some((word) => ALONE.test(word) || (all.length > 1 && TELLING.test(word)));
  return isTold && all.every((word) => ALONE.test(word) || TELLING.test(word) || FILLING.test(word));
}
