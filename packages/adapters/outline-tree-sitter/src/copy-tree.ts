import type { SyntaxNode } from '@rook/engine';
import type { Tree, TreeCursor } from 'web-tree-sitter';

/** Who compares trees goes down in them, a call for each level. */
const MOST_LEVELS = 400;
const MOST_NODES = 200_000;
/** How many nodes are seen between two looks at the clock. */
const PATIENCE = 1000;

/** Nodes in which blanks between the parts are part of the value. */
const TEXTUAL: ReadonlySet<string> = new Set([
  'string',
  'string_literal',
  'raw_string_literal',
  'raw_string',
  'interpreted_string_literal',
  'char_literal',
  'character_literal',
  'template_string',
  'template_literal_type',
  'jsx_element',
  'jsx_fragment',
  'regex',
  'encapsed_string',
  'heredoc',
  'heredoc_body',
  'nowdoc_body',
  'interpolated_string_expression',
  'interpolation_format_clause',
  'format_specifier',
  'string_array',
  'symbol_array',
  'subshell',
  'shell_command_expression',
  'delimited_symbol',
]);

interface OpenNode {
  readonly kind: string;
  readonly isNamed: boolean;
  readonly field: string | null;
  readonly start: number;
  readonly end: number;
  readonly children: SyntaxNode[];
  /** Up to where its text is in its children. */
  done: number;
}

/** Copies a tree without recursion. Null when it is too deep, too large, or it was time to stop. */
export function copyTree(tree: Tree, text: string, isLate: () => boolean): SyntaxNode | null {
  const cursor = tree.walk();
  const open: OpenNode[] = [];
  let seen = 0;
  try {
    for (;;) {
      seen += 1;
      if (seen > MOST_NODES || open.length > MOST_LEVELS) return null;
      if (seen % PATIENCE === 0 && isLate()) return null;
      const node = enter(cursor);
      if (cursor.gotoFirstChild()) {
        open.push(node);
        continue;
      }
      let ended = node;
      for (;;) {
        const closed = close(ended, text);
        const parent = open.at(-1);
        if (parent === undefined) return closed;
        fillGap(parent, ended.start, text);
        parent.children.push(closed);
        parent.done = Math.max(parent.done, ended.end);
        if (cursor.gotoNextSibling()) break;
        cursor.gotoParent();
        open.pop();
        ended = parent;
      }
    }
  } finally {
    cursor.delete();
  }
}

function enter(cursor: TreeCursor): OpenNode {
  const { nodeType: kind, nodeIsNamed: isNamed, currentFieldName: field, startIndex, endIndex } = cursor;
  return { kind, isNamed, field, start: startIndex, end: endIndex, children: [], done: startIndex };
}

function close(node: OpenNode, text: string): SyntaxNode {
  const { kind, isNamed, field, children } = node;
  if (children.length === 0) {
    return { kind, isNamed, field, text: text.slice(node.start, node.end), children };
  }
  fillGap(node, node.end, text);
  return { kind, isNamed, field, text: '', children };
}

/** Text that lies in a node and in none of its children is a leaf too, unless it is blanks that mean nothing. */
function fillGap(node: OpenNode, upTo: number, text: string): void {
  if (upTo <= node.done) return;
  const gap = text.slice(node.done, upTo);
  if (gap.trim() === '' && !TEXTUAL.has(node.kind)) return;
  node.children.push({ kind: '', isNamed: false, field: null, text: gap, children: [] });
}
