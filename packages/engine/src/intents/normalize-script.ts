import type { SyntaxNode } from '../ports/syntax.ts';
import { resolveImport, type MovedPaths } from './module-paths.ts';
import { aliasOf, NAME_KINDS, paired } from './normalize-names.ts';

interface ScriptContext {
  readonly path: string;
  readonly moved: MovedPaths;
}

/** Brings the short forms of JavaScript and TypeScript into their long ones, and relative imports to what they lead to. */
export function normalizeScript(node: SyntaxNode, context: ScriptContext): SyntaxNode {
  switch (node.kind) {
    case 'object':
    case 'object_pattern':
      return { ...node, children: node.children.map(lengthen) };
    case 'import_specifier':
      return lengthenSpecifier(node, NAME_KINDS.imported, 'identifier');
    case 'export_specifier':
      return lengthenSpecifier(node, 'identifier', NAME_KINDS.exported);
    case 'arrow_function':
      return { ...node, children: node.children.map(lengthenParameter) };
    case 'required_parameter':
      return isMemberToo(node) ? { ...node, children: node.children.map(asProperty) } : node;
    case 'import_statement':
    case 'export_statement':
      return resolveSource(node, context);
    case 'call_expression':
      return resolveCall(node, context);
    default:
      return node;
  }
}

function lengthen(child: SyntaxNode): SyntaxNode {
  if (child.kind === 'property_identifier') return { ...child, kind: NAME_KINDS.property };
  if (child.kind === 'shorthand_property_identifier') return pairOf('pair', paired(child, 'key', 'value'));
  if (child.kind === 'shorthand_property_identifier_pattern') {
    return pairOf('pair_pattern', paired(child, 'key', 'value'));
  }
  if (child.kind === 'pair' || child.kind === 'pair_pattern') {
    const children = child.children.map((part) =>
      part.kind === 'property_identifier' ? { ...part, kind: NAME_KINDS.property } : part,
    );
    return { ...child, children };
  }
  const [name, ...rest] = child.children;
  if (child.kind !== 'object_assignment_pattern' || name?.kind !== 'shorthand_property_identifier_pattern')
    return child;
  const [key, colon, value] = paired(name, 'key', 'left');
  if (key === undefined || colon === undefined || value === undefined) return child;
  const assigned = { ...child, kind: 'assignment_pattern', field: 'value', children: [value, ...rest] };
  return pairOf('pair_pattern', [key, colon, assigned]);
}

function pairOf(kind: string, children: SyntaxNode[]): SyntaxNode {
  return { kind, isNamed: true, field: null, text: '', children };
}

function lengthenSpecifier(node: SyntaxNode, nameKind: string, aliasKind: string): SyntaxNode {
  const name = node.children.find(({ field }) => field === 'name');
  if (name === undefined || name.kind === 'literal') return node;
  const hasAlias = node.children.some(({ field }) => field === 'alias');
  if (!hasAlias) {
    const long = aliasOf(name, node.kind, nameKind);
    const others = node.children.filter((child) => child !== name);
    const children = long.children.map((child) =>
      child.field === 'alias' ? { ...child, kind: aliasKind } : child,
    );
    return { ...long, field: node.field, children: [...others, ...children] };
  }
  const children = node.children.map((child) => {
    if (child.field === 'name') return { ...child, kind: nameKind };
    return child.field === 'alias' ? { ...child, kind: aliasKind } : child;
  });
  return { ...node, children };
}

function lengthenParameter(child: SyntaxNode): SyntaxNode {
  if (child.field === 'parameters') {
    // TypeScript wraps each parameter, JavaScript does not.
    const children = child.children.map((part) => (part.kind === 'identifier' ? wrapParameter(part) : part));
    return { ...child, children };
  }
  if (child.field !== 'parameter') return child;
  return {
    kind: 'formal_parameters',
    isNamed: true,
    field: 'parameters',
    text: '',
    children: [signOf('('), wrapParameter(child), signOf(')')],
  };
}

function signOf(text: string): SyntaxNode {
  return { kind: text, isNamed: false, field: null, text, children: [] };
}

function wrapParameter(name: SyntaxNode): SyntaxNode {
  return {
    kind: 'required_parameter',
    isNamed: true,
    field: null,
    text: '',
    children: [{ ...name, field: 'pattern' }],
  };
}

/** `constructor(private size)` declares a member as well. */
function isMemberToo(node: SyntaxNode): boolean {
  return node.children.some(
    ({ kind }) => kind === 'accessibility_modifier' || kind === 'readonly' || kind === 'override_modifier',
  );
}

function asProperty(child: SyntaxNode): SyntaxNode {
  return child.field === 'pattern' ? { ...child, kind: NAME_KINDS.property } : child;
}

function resolveSource(node: SyntaxNode, context: ScriptContext): SyntaxNode {
  const isHandedOn =
    node.kind === 'export_statement' && node.children.some(({ field }) => field === 'source');
  const children = node.children.map((child) => {
    if (child.field === 'source') return resolveText(child, context);
    return isHandedOn && child.kind === 'export_clause' ? handOn(child) : child;
  });
  return { ...node, children };
}

/** `export { x } from` names nothing of this file. */
function handOn(clause: SyntaxNode): SyntaxNode {
  const children = clause.children.map((specifier) => ({
    ...specifier,
    children: specifier.children.map((part) =>
      part.field === 'name' && part.kind === 'identifier' ? { ...part, kind: NAME_KINDS.imported } : part,
    ),
  }));
  return { ...clause, children };
}

function resolveCall(node: SyntaxNode, context: ScriptContext): SyntaxNode {
  const [called, list] = node.children;
  const isImport = called?.kind === 'import' || (called?.kind === 'identifier' && called.text === 'require');
  if (!isImport || list === undefined || node.children.length !== 2) return node;
  const resolved = { ...list, children: list.children.map((child) => resolveText(child, context)) };
  return { ...node, children: [called, resolved] };
}

function resolveText(leaf: SyntaxNode, { path, moved }: ScriptContext): SyntaxNode {
  if (leaf.kind !== 'literal') return leaf;
  const target = resolveImport(path, leaf.text.slice(1, -1), moved);
  return target === null ? leaf : { ...leaf, kind: 'module_path', text: target };
}
