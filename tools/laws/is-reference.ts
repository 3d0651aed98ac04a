import type { PlacedNode } from './flatten-nodes.ts';

/**
 * Whether an identifier is used as a value. Names of properties, types and declarations are not. Scopes are not
 * followed: a local that has a global's name counts as the global, so it needs another name.
 */
export function isReference({ parent, key }: PlacedNode): boolean {
  if (parent === undefined) return false;
  const { node } = parent;
  if (node.type === 'MemberExpression') return key === 'object' || node.computed;
  if (node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') {
    return key === 'value' || node.computed;
  }
  if (node.type === 'Property') {
    return key === 'key' ? node.computed : parent.parent?.node.type === 'ObjectExpression';
  }
  const valueKey = VALUE_KEYS.get(node.type);
  if (valueKey !== undefined) return key === valueKey;
  return VALUE_WRAPPERS.has(node.type) || !/^(?:TS|JSX|Import|MetaProperty)/u.test(node.type);
}

/** Syntax that declares or labels, and the one place in it where a value stands ('' for none). */
const VALUE_KEYS: ReadonlyMap<string, string> = new Map([
  ['VariableDeclarator', 'init'],
  ['AssignmentPattern', 'right'],
  ['ArrowFunctionExpression', 'body'],
  ['FunctionDeclaration', ''],
  ['FunctionExpression', ''],
  ['ClassDeclaration', 'superClass'],
  ['ClassExpression', 'superClass'],
  ['ArrayPattern', ''],
  ['RestElement', ''],
  ['CatchClause', ''],
  ['LabeledStatement', ''],
  ['BreakStatement', ''],
  ['ContinueStatement', ''],
]);

/** Type and markup syntax that holds a value; the rest of both holds names only. */
const VALUE_WRAPPERS: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSExportAssignment',
  'JSXExpressionContainer',
  'JSXSpreadAttribute',
]);
