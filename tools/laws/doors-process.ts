import { isShell, knowsNode } from './doors-places.ts';
import type { Finding } from './finding.ts';
import type { PlacedNode } from './flatten-nodes.ts';
import { isReference } from './is-reference.ts';
import { LOADERS } from './loaders.ts';
import { readKey } from './read-key.ts';
import { readMemberName } from './read-member-name.ts';
import type { Source } from './repository.ts';

/** `process` starts, loads and reports too, so only members that do not may be taken from it, by their names. */
export function findProcessViolations(folder: string, source: Source): Finding[] {
  const found: Finding[] = [];
  for (const placed of source.nodes) {
    const { node } = placed;
    if (node.type !== 'Identifier' || node.name !== 'process' || !isReference(placed)) continue;
    const message = judgeUse(folder, placed);
    if (message !== undefined) found.push({ start: node.start, message });
  }
  return found;
}

const HARMLESS: ReadonlySet<string> = new Set([
  'argv',
  'env',
  'exitCode',
  'stdin',
  'stdout',
  'stderr',
  'pid',
  'platform',
  'arch',
  'version',
  'versions',
  'execPath',
  'cwd',
  'getuid',
  'memoryUsage',
  'hrtime',
  'uptime',
  'nextTick',
]);

/** These give `process` itself back. */
const LISTENING: ReadonlySet<string> = new Set(['on', 'once', 'off']);

function judgeUse(folder: string, { parent, key }: PlacedNode): string | undefined {
  if (!knowsNode(folder)) return `process is Node's, which ${folder} runs without; pass the value in.`;
  if (parent?.node.type === 'UnaryExpression' && parent.node.operator === 'typeof') return undefined;
  if (parent?.node.type === 'MemberExpression' && key === 'object') {
    const name = readMemberName(parent.node);
    return name === undefined ? explainValue() : judgeMember(folder, name, parent);
  }
  if (parent?.node.type !== 'VariableDeclarator' || parent.node.id.type !== 'ObjectPattern')
    return explainValue();
  for (const property of parent.node.id.properties) {
    const name = property.type === 'Property' && !property.computed ? readKey(property.key) : undefined;
    if (name === undefined) return explainValue();
    if (!LOADERS.has(name) && !HARMLESS.has(name)) return explainMember(name);
  }
  return undefined;
}

function judgeMember(folder: string, name: string, member: PlacedNode): string | undefined {
  // The loaders are refused on every object, with their own sentence.
  if (HARMLESS.has(name) || LOADERS.has(name) || (name === 'kill' && isShell(folder))) return undefined;
  if (!LISTENING.has(name)) return explainMember(name);
  const isStatement =
    member.key === 'callee' &&
    member.parent?.node.type === 'CallExpression' &&
    member.parent.parent?.node.type === 'ExpressionStatement';
  return isStatement ? undefined : `process.${name} gives process back; write it as a statement of its own.`;
}

function explainValue(): string {
  return 'process is used as a value, which hides what is taken from it; write process and a dot and the plain name.';
}

function explainMember(name: string): string {
  return `process.${name} is not among the harmless members of process; use a port, or one that tools/laws/doors-process.ts names.`;
}
