import type { Node } from 'oxc-parser';

import { readLiteralText } from './read-literal-text.ts';

/** The `b` of `a.b`, `a?.b` and `a['b']`; undefined for anything else. */
export function readMemberName(node: Node): string | undefined {
  if (node.type === 'ChainExpression') return readMemberName(node.expression);
  if (node.type !== 'MemberExpression') return undefined;
  if (node.computed) return readLiteralText(node.property);
  return node.property.type === 'Identifier' ? node.property.name : undefined;
}
