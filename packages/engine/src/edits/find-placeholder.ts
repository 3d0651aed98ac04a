/** Words of a note that stands for text that was left out, each with what makes it such a note. */
const LEFT_OUT = new RegExp(
  [
    String.raw`rest of (?:the |your |this |my )?(?:file|code|class|function|method|module|component|content|document|implementation|imports?|script|logic|body|lines|section)s?\b`,
    String.raw`(?:existing|previous|original|other|remaining|unchanged) (?:code|content|imports?|methods?|functions?|lines?|implementation|logic|props|fields|tests?)\b(?=.*(?:\.\.\.|…|here|unchanged|above|below|goes|remain|stay|omitted))`,
    String.raw`(?:\.\.\.|…)\s*(?:\(?(?:the )?(?:rest|existing|previous|remaining|unchanged|other|same|omitted|keep|more)\b)`,
    String.raw`(?:code|file|content|lines?|imports?|methods?|everything(?: else)?|function|class|implementation)\b.{0,30}\b(?:remains?|stays?|is|are|left|kept) (?:the same|unchanged|as (?:is|before|it was))`,
    String.raw`(?:same|unchanged) (?:as (?:before|above|original)|from (?:before|original))`,
    String.raw`(?:omitted|truncated|snipped|elided) for (?:brevity|clarity|space)`,
    String.raw`\b(?:no changes?|unchanged) (?:here|below|above)\b`,
  ].join('|'),
  'iu',
);

/** How a note looks: a comment of some language, or brackets or dots around it. */
const NOTE = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|\{\/\*|\{#|<%--|"""|'''|\(\*|rem\b|'|!|\[|\(|<|\.\.\.|…)/iu;
const QUICK =
  /rest of|existing|previous|original|remaining|unchanged|\.\.\.|…|same|stays?|as is|brevity|clarity|omitted/iu;

/** The first line that stands for text that was left out, and that is no line of the old text. */
export function findPlaceholder(fresh: string, isOld: (line: string) => boolean): string | null {
  if (!QUICK.test(fresh)) return null;
  for (const line of fresh.split('\n')) {
    if (line.length < 300 && NOTE.test(line) && LEFT_OUT.test(line) && !isOld(line)) return line.trim();
  }
  return null;
}
