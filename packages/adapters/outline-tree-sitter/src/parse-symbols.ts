import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { OutlineSymbol } from '@rook/engine';
import type { Tree } from 'web-tree-sitter';

import { collectSymbols } from './collect-symbols.ts';
import { findLanguage } from './languages.ts';
import { loadGrammar } from './load-grammar.ts';
import { parseUntil } from './parse-until.ts';

/** Parses a text by the grammar of its path and gives back what it defines. Everything the parser took is given free. */
export async function parseSymbols(
  path: string,
  text: string,
  maxMilliseconds: number,
): Promise<Result<readonly OutlineSymbol[]>> {
  const language = findLanguage(path);
  if (language === null) return fail(rookError('not_found', `There is no grammar for ${path}.`));
  const grammar = await loadGrammar(language.grammar).catch(() => null);
  if (grammar === null) {
    return fail(
      rookError(
        'not_readable',
        `The grammar of ${language.name} could not be loaded; install Rook again, or read the file.`,
      ),
    );
  }
  let tree: Tree | null = null;
  try {
    const end = performance.now() + maxMilliseconds;
    tree = parseUntil(grammar, text, end);
    const symbols =
      tree === null ? null : collectSymbols(tree, language.rules, () => performance.now() >= end);
    if (symbols !== null) return succeed(symbols);
    return fail(
      rookError(
        'timed_out',
        `${path} takes longer than ${maxMilliseconds / 1000} s to outline; search in it, or read a part.`,
      ),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(rookError('malformed', `${path} could not be outlined (${reason}); read it instead.`));
  } finally {
    tree?.delete();
  }
}
