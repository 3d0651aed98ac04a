import type { Node } from 'oxc-parser';

import type { PlacedNode } from './flatten-nodes.ts';
import type { Violation } from './law.ts';
import type { Source } from './repository.ts';
import { findVagueWord } from './vague-words.ts';

/** Names that a file gives. Names of data fields are not its own to give: wire formats fix them. */
export function findIdentifierViolations(source: Source): Omit<Violation, 'law'>[] {
  const found: Omit<Violation, 'law'>[] = [];
  for (const placed of source.nodes) {
    const { node } = placed;
    if (node.type !== 'Identifier' && node.type !== 'PrivateIdentifier') continue;
    const kind = findKind(placed);
    if (kind === undefined) continue;
    const message = judgeName(node.name, kind, placed, source);
    if (message !== undefined) found.push({ path: source.path, line: source.lineAt(node.start), message });
  }
  return found;
}

type Kind = 'type' | 'function' | 'member' | 'variable' | 'parameter' | 'module value' | 'module literal';

const CAMEL_CASE = /^[a-z][a-zA-Z0-9]*$/u;
const PASCAL_CASE = /^[A-Z][a-zA-Z0-9]*$/u;
const UPPER_SNAKE_CASE = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/u;

const WHOLE_WORDS: ReadonlyMap<string, string> = new Map([
  ['msg', 'message'],
  ['req', 'request'],
  ['cfg', 'settings'],
  ['mgr', 'what it does'],
  ['cb', 'what the callback does'],
]);

function judgeName(name: string, kind: Kind, placed: PlacedNode, source: Source): string | undefined {
  const short = splitWords(name).find((word) => WHOLE_WORDS.has(word));
  if (short !== undefined) {
    return `The name ${name} has the abbreviation "${short}"; write ${WHOLE_WORDS.get(short) ?? ''} in whole words.`;
  }
  if (kind === 'type') return judgeTypeName(name);
  if (kind === 'module literal') {
    if (UPPER_SNAKE_CASE.test(name)) return undefined;
    return `The module constant ${name} holds a literal; name it in UPPER_SNAKE_CASE.`;
  }
  if (CAMEL_CASE.test(name)) return undefined;
  if ((kind === 'module value' || kind === 'member') && UPPER_SNAKE_CASE.test(name)) return undefined;
  if (kind === 'parameter' && name.startsWith('_')) return judgeUnusedParameter(name, placed, source);
  const mayBeComponent = kind === 'function' || kind === 'module value' || kind === 'variable';
  if (mayBeComponent && PASCAL_CASE.test(name)) {
    if (source.path.endsWith('.tsx')) return undefined;
    return `The ${kind} ${name} is PascalCase, which is for components in .tsx files; name it in camelCase.`;
  }
  return `The ${kind} ${name} is not camelCase; rename it.`;
}

function judgeTypeName(name: string): string | undefined {
  if (!PASCAL_CASE.test(name)) return `The type ${name} is not PascalCase; rename it.`;
  // `New` tells a state from another in a type, as in the fields that items fix.
  const vague = findVagueWord(name);
  if (vague === undefined || vague === 'new') return undefined;
  return `The type ${name} has the vague word "${vague}"; name what it is.`;
}

function judgeUnusedParameter(name: string, placed: PlacedNode, source: Source): string | undefined {
  const owner = findFunction(placed);
  const text = owner === undefined ? '' : source.text.slice(owner.start, owner.end);
  if (text.split(/[^\w$]+/u).filter((word) => word === name).length <= 1) return undefined;
  return `The parameter ${name} is used, but a leading underscore says that it is not; remove the underscore.`;
}

function splitWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/gu, '$1_$2')
    .toLowerCase()
    .split('_');
}

/** What an identifier declares, or undefined when it declares nothing. */
function findKind(placed: PlacedNode): Kind | undefined {
  const { parent, key } = placed;
  if (parent === undefined) return undefined;
  const { node } = parent;
  if (node.type === 'TSTypeParameter') return key === 'name' ? 'type' : undefined;
  if (DECLARES_TYPE.has(node.type)) return key === 'id' ? 'type' : undefined;
  if (key === 'key' && 'computed' in node && !node.computed) {
    const kind = MEMBERS.get(node.type);
    if (kind !== undefined) return kind;
    if (node.type === 'Property' && node.method) return 'function';
  }
  return isFunction(node) && key === 'id' ? 'function' : findPatternKind(placed);
}

const DECLARES_TYPE: ReadonlySet<string> = new Set([
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSEnumDeclaration',
  'ClassDeclaration',
  'ClassExpression',
]);

/** What a class or an interface can do and hold. */
const MEMBERS: ReadonlyMap<string, Kind> = new Map([
  ['MethodDefinition', 'function'],
  ['TSAbstractMethodDefinition', 'function'],
  ['TSMethodSignature', 'function'],
  ['PropertyDefinition', 'member'],
  ['TSAbstractPropertyDefinition', 'member'],
  ['AccessorProperty', 'member'],
]);

/** Climbs out of destructuring, defaults and rest to the declaration that binds the name. */
function findPatternKind(placed: PlacedNode): Kind | undefined {
  let inner = placed;
  for (let outer = placed.parent; outer !== undefined; outer = outer.parent) {
    const { node } = outer;
    if (node.type === 'VariableDeclarator') {
      return inner.key === 'id' ? findVariableKind(outer, inner === placed) : undefined;
    }
    if (isFunction(node)) return inner.key === 'params' ? 'parameter' : undefined;
    if (node.type === 'CatchClause') return inner.key === 'param' ? 'parameter' : undefined;
    if (!bindsInside(node, inner.key)) return undefined;
    inner = outer;
  }
  return undefined;
}

function bindsInside(node: Node, key: string): boolean {
  if (node.type === 'Property') return key === 'value';
  if (node.type === 'AssignmentPattern') return key === 'left';
  return ['ObjectPattern', 'ArrayPattern', 'RestElement', 'TSParameterProperty'].includes(node.type);
}

function findVariableKind(declarator: PlacedNode, isWhole: boolean): Kind {
  const declaration = declarator.parent;
  const holder = declaration?.parent?.node.type;
  const isModuleConst =
    declaration?.node.type === 'VariableDeclaration' &&
    declaration.node.kind === 'const' &&
    (holder === 'Program' || holder === 'ExportNamedDeclaration');
  if (!isModuleConst || declarator.node.type !== 'VariableDeclarator') return 'variable';
  return isWhole && isLiteral(declarator.node.init) ? 'module literal' : 'module value';
}

function isLiteral(node: Node | null): boolean {
  if (node?.type === 'TSAsExpression' || node?.type === 'TSSatisfiesExpression')
    return isLiteral(node.expression);
  if (node?.type === 'UnaryExpression') return node.operator === '-' && isLiteral(node.argument);
  if (node?.type === 'TemplateLiteral') return node.expressions.length === 0;
  return node?.type === 'Literal' && node.raw !== 'null';
}

function findFunction(placed: PlacedNode): Node | undefined {
  for (let outer = placed.parent; outer !== undefined; outer = outer.parent) {
    if (isFunction(outer.node)) return outer.node;
  }
  return undefined;
}

function isFunction(node: Node): boolean {
  return [
    'FunctionDeclaration',
    'FunctionExpression',
    'ArrowFunctionExpression',
    'TSDeclareFunction',
  ].includes(node.type);
}
