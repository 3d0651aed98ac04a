import { fail, rookError, succeed } from '@rook/contract';
import type { Syntax } from '@rook/engine';

import { findLanguage } from './languages.ts';

export interface SyntaxLimits {
  readonly maxCharacters?: number;
  readonly maxMilliseconds?: number;
}

const MOST_CHARACTERS = 300_000;
const MOST_MILLISECONDS = 5000;

/** Syntax trees by the same grammars as the outlines; a tree is larger than its text, so a text has to be shorter here. */
export function createTreeSitterSyntax(limits: SyntaxLimits = {}): Syntax {
  const { maxCharacters = MOST_CHARACTERS, maxMilliseconds = MOST_MILLISECONDS } = limits;
  return {
    parse: async (path, text) => {
      if (findLanguage(path) === null) return succeed(null);
      if (text.length > maxCharacters) {
        return fail(
          rookError(
            'too_large',
            `${path} has ${text.length} characters, too many to compare (${maxCharacters}).`,
          ),
        );
      }
      const { parseTree } = await import('./parse-tree.ts');
      return parseTree(path, text, maxMilliseconds);
    },
  };
}
