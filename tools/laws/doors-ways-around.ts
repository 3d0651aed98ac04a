import type { Node } from 'oxc-parser';

import type { Finding } from './finding.ts';
import type { PlacedNode } from './flatten-nodes.ts';
import { isReference } from './is-reference.ts';
import { explainLoader, LOADERS } from './loaders.ts';
import { readLiteralText } from './read-literal-text.ts';
import { readMemberName } from './read-member-name.ts';
import type { Source } from './repository.ts';

/** Means of loading or making code that would pass by the import laws. Refused everywhere, behind doors too. */
export function findWaysAround(source: Source): Finding[] {
  const found: Finding[] = [];
  for (const placed of source.nodes) {
    const message = judgeNode(placed);
    if (message !== undefined) found.push({ start: placed.node.start, message });
  }
  return found;
}

function judgeNode(placed: PlacedNode): string | undefined {
  const { node } = placed;
  if (node.type === 'Identifier') return judgeIdentifier(node.name, placed);
  if (node.type === 'MemberExpression') return judgeMember(node, placed);
  if (node.type === 'TSExternalModuleReference') return explainLoader('require');
  if (node.type === 'Literal' && placed.key === 'key') return judgeKey(String(node.value), placed);
  if (node.type !== 'ImportExpression' || readLiteralText(node.source) !== undefined) return undefined;
  return 'This import() computes what it loads; write the module as a string.';
}

function judgeIdentifier(name: string, placed: PlacedNode): string | undefined {
  if (placed.key === 'key') return judgeKey(name, placed);
  if (!isReference(placed)) return undefined;
  if (LOADERS.has(name)) return explainLoader(name);
  if (name === 'eval' || name === 'Function') return explainMaker(name);
  return undefined;
}

/** `const { getBuiltinModule } = process` takes a loader out of an object under its own or another name. */
function judgeKey(name: string, placed: PlacedNode): string | undefined {
  const isTaken = placed.parent?.parent?.node.type === 'ObjectPattern';
  if (!isTaken) return undefined;
  if (name === 'constructor') return explainMaker(name);
  return LOADERS.has(name) ? explainLoader(name) : undefined;
}

function judgeMember(node: Node, placed: PlacedNode): string | undefined {
  const name = readMemberName(node);
  if (name === undefined) return undefined;
  if (LOADERS.has(name)) return explainLoader(name);
  const isOfGlobal = node.type === 'MemberExpression' && isGlobal(node.object);
  if (isOfGlobal && (name === 'eval' || name === 'Function')) return explainMaker(name);
  return name === 'constructor' && !isNamed(placed) ? explainMaker(name) : undefined;
}

/** `error.constructor.name` reads a text; every other use has the function that makes functions within reach. */
function isNamed({ parent, key }: PlacedNode): boolean {
  return parent !== undefined && key === 'object' && readMemberName(parent.node) === 'name';
}

function isGlobal(node: Node): boolean {
  return node.type === 'Identifier' && ['globalThis', 'global', 'window', 'self'].includes(node.name);
}

function explainMaker(name: string): string {
  return `${name} makes code out of text, which no law can read; write the code itself.`;
}
