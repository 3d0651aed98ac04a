import type { Node } from 'oxc-parser';

/** The text of a string literal or of a template without holes; undefined for everything else. */
export function readLiteralText(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}
