import type { Node } from 'oxc-parser';

import { isCode } from './file-roles.ts';
import type { PlacedNode } from './flatten-nodes.ts';
import type { Violation } from './law.ts';
import type { Repository, Source } from './repository.ts';

/** T-13: files, functions and components stop before nobody reads them whole. */
export function checkSizes(repository: Repository): Violation[] {
  const found: Violation[] = [];
  for (const { path, text } of repository.texts) {
    if (!isCode(path) && !path.endsWith('.css')) continue;
    const lines = countLines(text);
    if (lines <= FILE_LIMIT) continue;
    const message = `The file has ${lines} lines, and ${FILE_LIMIT} is the limit; move one idea into a file of its own.`;
    found.push({ law: 'sizes', path, line: FILE_LIMIT + 1, message });
  }
  return [...found, ...repository.sources.flatMap((source) => findLongFunctions(source))];
}

const FILE_LIMIT = 400;
const FUNCTION_LIMIT = 80;
const COMPONENT_LIMIT = 200;

function countLines(text: string): number {
  const lines = text.split('\n').length;
  return text.endsWith('\n') ? lines - 1 : lines;
}

function findLongFunctions(source: Source): Violation[] {
  const found: Violation[] = [];
  for (const placed of source.nodes) {
    if (!isFunction(placed.node)) continue;
    const name = findFunctionName(placed);
    const isComponent = source.path.endsWith('.tsx') && /^[A-Z]/u.test(name);
    const limit = isComponent ? COMPONENT_LIMIT : FUNCTION_LIMIT;
    const line = source.lineAt(placed.node.start);
    const lines = source.lineAt(placed.node.end) - line + 1;
    if (lines <= limit) continue;
    const what = isComponent ? 'component' : 'function';
    const subject = name === '' ? `This ${what}` : `The ${what} ${name}`;
    const message = `${subject} has ${lines} lines, and ${limit} is the limit; split it by its steps.`;
    found.push({ law: 'sizes', path: source.path, line, message });
  }
  return found;
}

function isFunction(node: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(node.type);
}

function findFunctionName({ node, parent }: PlacedNode): string {
  if ((node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') && node.id !== null) {
    return node.id.name;
  }
  const holder = parent?.node;
  if (holder?.type === 'VariableDeclarator' && holder.id.type === 'Identifier') return holder.id.name;
  if (holder?.type === 'MethodDefinition' && holder.key.type === 'Identifier') return holder.key.name;
  return '';
}
