import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';

import { findLanguage } from './languages.ts';

interface CodeWord {
  readonly text: string;
  /** What it is, as the name of a style; null: nothing special. */
  readonly kind: string | null;
}
export type CodeLine = readonly CodeWord[];

const LONGEST_CODE = 30_000;
const THEME = 'code';

let highlighter: Promise<HighlighterCore> | null = null;

/** Null where the language is not known or the code is too long to be worth the time. */
export async function highlightCode(code: string, language: string): Promise<readonly CodeLine[] | null> {
  const known = findLanguage(language);
  if (known === null || code.length > LONGEST_CODE) return null;
  try {
    highlighter ??= createHighlighterCore({
      engine: createJavaScriptRegexEngine({ forgiving: true }),
      themes: [createCssVariablesTheme({ name: THEME, variablePrefix: '--code-' })],
      langs: [],
    });
    const core = await highlighter;
    if (!core.getLoadedLanguages().includes(known.name)) {
      const { default: grammar } = await known.load();
      await core.loadLanguage(grammar);
    }
    const { tokens } = core.codeToTokens(code, { lang: known.name, theme: THEME });
    return tokens.map((line) => line.map(({ content, color }) => ({ text: content, kind: readKind(color) })));
  } catch {
    return null;
  }
}

/** `var(--code-token-keyword)` is a keyword. */
function readKind(colour: string | undefined): string | null {
  return /--code-token-([a-z-]+)/u.exec(colour ?? '')?.[1] ?? null;
}
