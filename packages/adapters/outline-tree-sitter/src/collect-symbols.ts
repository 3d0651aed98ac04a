import type { OutlineSymbol } from '@rook/engine';
import type { Node, Tree, TreeCursor } from 'web-tree-sitter';

import { HOLDERS, type NameSource, type SymbolRule, type SymbolRules } from './symbol-rules.ts';

/** A name is shown in one line; nobody's is longer. */
const MOST_NAME_CHARACTERS = 200;
/** How many nodes are seen between two looks at the clock. */
const PATIENCE = 1000;

/** Walks a tree without recursion, however deep it is. Null when it was time to stop. */
export function collectSymbols(
  tree: Tree,
  rules: SymbolRules,
  isLate: () => boolean,
): OutlineSymbol[] | null {
  const symbols: OutlineSymbol[] = [];
  /** The symbols that the cursor is in, each with the depth of its node. */
  const within: { readonly kind: string; readonly level: number }[] = [];
  const cursor = tree.walk();
  let level = 0;
  let seen = 0;
  try {
    for (;;) {
      seen += 1;
      if (seen % PATIENCE === 0 && isLate()) return null;
      const symbol = readSymbol(cursor, rules, within);
      if (symbol !== null) {
        symbols.push(symbol);
        within.push({ kind: symbol.kind, level });
      }
      if (cursor.gotoFirstChild()) {
        level += 1;
        continue;
      }
      leave(within, level);
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return symbols;
        level -= 1;
        leave(within, level);
      }
    }
  } finally {
    cursor.delete();
  }
}

function leave(within: { readonly level: number }[], level: number): void {
  if (within.at(-1)?.level === level) within.pop();
}

function readSymbol(
  cursor: TreeCursor,
  rules: SymbolRules,
  within: readonly { readonly kind: string }[],
): OutlineSymbol | null {
  const rule = cursor.nodeIsNamed ? rules.get(cursor.nodeType) : undefined;
  if (rule === undefined) return null;
  const node = cursor.currentNode;
  const name = isMeant(node, rule) ? readName(node, rule.name ?? { field: 'name' }) : '';
  if (name === '') return null;
  const isMember = rule.member !== undefined && HOLDERS.has(within.at(-1)?.kind ?? '');
  return {
    kind: isMember ? (rule.member ?? rule.kind) : rule.kind,
    name,
    startLine: node.startPosition.row + 1,
    endLine: lastLine(node),
    depth: within.length,
  };
}

/** A node that ends with a line break reaches into the next line with nothing. */
function lastLine({ startPosition, endPosition }: Node): number {
  const isOver = endPosition.column === 0 && endPosition.row > startPosition.row;
  return endPosition.row + (isOver ? 0 : 1);
}

function isMeant(node: Node, { only }: SymbolRule): boolean {
  if (only === undefined) return true;
  // A function that gives back a pointer or a reference is wrapped once more.
  let field = node.childForFieldName(only.field);
  while (field !== null && WRAPPERS.has(field.type)) field = innerOf(field, only.field);
  return field !== null && only.types.includes(field.type);
}

const WRAPPERS: ReadonlySet<string> = new Set(['pointer_declarator', 'reference_declarator']);

/** A reference holds its declarator without naming the field. */
function innerOf(node: Node, field: string): Node | null {
  return (
    node.childForFieldName(field) ?? (WRAPPERS.has(node.type) ? (node.namedChildren.at(-1) ?? null) : null)
  );
}

function readName(node: Node, source: NameSource): string {
  if ('field' in source) return oneLine(node.childForFieldName(source.field));
  if ('child' in source)
    return oneLine(node.namedChildren.find((child) => child?.type === source.child) ?? null);
  if ('joined' in source) {
    const fields = source.joined.map((field) => oneLine(node.childForFieldName(field)));
    return fields.filter((text) => text !== '').join(source.by);
  }
  let inner = node.childForFieldName(source.innermost);
  for (let next = inner; next !== null; next = innerOf(next, source.innermost)) inner = next;
  return oneLine(inner);
}

function oneLine(node: Node | null): string {
  return (node?.text ?? '').slice(0, MOST_NAME_CHARACTERS).replaceAll(/\s+/gu, ' ').trim();
}
