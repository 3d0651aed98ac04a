import type { Node } from 'oxc-parser';

import { readMemberName } from './read-member-name.ts';

/** The names along a callee, first to last: `it.each(rows)` → it, each; empty when it starts with no name. */
export function readCallChain(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name];
  if (node.type === 'CallExpression') return readCallChain(node.callee);
  if (node.type === 'TaggedTemplateExpression') return readCallChain(node.tag);
  if (node.type === 'ChainExpression') return readCallChain(node.expression);
  if (node.type !== 'MemberExpression') return [];
  const before = readCallChain(node.object);
  return before.length === 0 ? [] : [...before, readMemberName(node) ?? ''];
}
