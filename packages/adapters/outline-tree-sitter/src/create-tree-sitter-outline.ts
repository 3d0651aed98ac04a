import { extname } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { Outline, OutlineSymbol } from '@rook/engine';

import { findLanguage, KNOWN_LANGUAGES } from './languages.ts';
import { readHeadings } from './read-headings.ts';

export interface OutlineLimits {
  readonly maxCharacters?: number;
  readonly maxMilliseconds?: number;
}

const MARKDOWN: ReadonlySet<string> = new Set(['.md', '.markdown', '.mdx']);
const MOST_CHARACTERS = 1_000_000;
const MOST_MILLISECONDS = 5000;

/**
 * Outlines by the grammars of tree-sitter, which run as WebAssembly in this process: the first file of a language loads
 * its grammar. Parsing stands still for other work, so a file has a limit in size and in time.
 */
export function createTreeSitterOutline(limits: OutlineLimits = {}): Outline {
  const { maxCharacters = MOST_CHARACTERS, maxMilliseconds = MOST_MILLISECONDS } = limits;
  return {
    outline: async (path, text) => {
      const extension = extname(path).toLowerCase();
      const language = findLanguage(path);
      const isMarkdown = MARKDOWN.has(extension);
      if (language === null && !isMarkdown)
        return fail(rookError('not_found', explainUnknown(path, extension)));
      if (text.length > maxCharacters) {
        return fail(
          rookError(
            'too_large',
            `${path} has ${text.length} characters, too many for an outline (${maxCharacters}); search in it, or read a part.`,
          ),
        );
      }
      return language === null ? succeed(readHeadings(text)) : parse(path, text, maxMilliseconds);
    },
  };
}

function explainUnknown(path: string, extension: string): string {
  const what = extension === '' ? `${path}, whose name has no ending` : `files that end with ${extension}`;
  return `There is no grammar for ${what}; read the file instead. Grammars: ${KNOWN_LANGUAGES}, Markdown.`;
}

async function parse(
  path: string,
  text: string,
  maxMilliseconds: number,
): Promise<Result<readonly OutlineSymbol[]>> {
  const { parseSymbols } = await import('./parse-symbols.ts');
  return parseSymbols(path, text, maxMilliseconds);
}
