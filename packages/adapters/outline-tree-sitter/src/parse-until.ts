import { Parser, type Language, type Tree } from 'web-tree-sitter';

/** Null when it was time to stop. Who gets the tree gives it free. */
export function parseUntil(grammar: Language, text: string, end: number): Tree | null {
  const parser = new Parser();
  try {
    parser.setLanguage(grammar);
    return parser.parse(text, null, { progressCallback: () => performance.now() >= end });
  } finally {
    parser.delete();
  }
}
