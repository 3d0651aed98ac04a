import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { SyntaxTree } from '@rook/engine';
import type { Tree } from 'web-tree-sitter';

import { copyTree } from './copy-tree.ts';
import { findLanguage } from './languages.ts';
import { loadGrammar } from './load-grammar.ts';
import { parseUntil } from './parse-until.ts';

/** Parses a text by the grammar of its path into plain nodes. Everything the parser took is given free. */
export async function parseTree(
  path: string,
  text: string,
  maxMilliseconds: number,
): Promise<Result<SyntaxTree | null>> {
  const language = findLanguage(path);
  if (language === null) return succeed(null);
  const grammar = await loadGrammar(language.grammar).catch(() => null);
  if (grammar === null) {
    return fail(rookError('not_readable', `The grammar of ${language.name} could not be loaded.`));
  }
  let tree: Tree | null = null;
  try {
    const end = performance.now() + maxMilliseconds;
    tree = parseUntil(grammar, text, end);
    if (tree === null) {
      return fail(rookError('timed_out', `${path} takes longer than ${maxMilliseconds / 1000} s to parse.`));
    }
    if (tree.rootNode.hasError) {
      return fail(rookError('malformed', `${path} is not what the grammar of ${language.name} can read.`));
    }
    const root = copyTree(tree, text, () => performance.now() >= end);
    return root === null
      ? fail(rookError('too_large', `${path} is nested too deeply or has too many parts to compare.`))
      : succeed({ language: language.grammar, root });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fail(rookError('malformed', `${path} could not be parsed (${reason}).`));
  } finally {
    tree?.delete();
  }
}
