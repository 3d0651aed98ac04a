import type { SyntaxNode } from '../ports/syntax.ts';
import type { SyntaxProfile } from './syntax-profile.ts';

/** Kinds that a leaf gets here: what a name is, whatever the grammar calls it. */
export const NAME_KINDS = {
  /** Of a member, a key or an argument with a name: others know it. */
  property: 'property_name',
  /** A member of the object itself, as in `this.size`. */
  own: 'own_member',
  /** A part of a path of modules, an import, an attribute. */
  path: 'path_name',
  /** What another file exports. */
  imported: 'imported_name',
  exported: 'exported_name',
} as const;

/** Gives each name in a node the kind that it has in the language, where the grammar alone does not say it. */
export function normalizeNames(node: SyntaxNode, profile: SyntaxProfile): SyntaxNode {
  switch (profile.family) {
    case 'script':
      return node;
    case 'python':
      return normalizePython(node);
    case 'go':
      return normalizeGo(node);
    case 'rust':
      return normalizeRust(node);
    case 'java':
      return normalizeJava(node);
  }
}

function normalizePython(node: SyntaxNode): SyntaxNode {
  if (node.kind === 'attribute')
    return recast(node, ({ field }) => (field === 'attribute' ? NAME_KINDS.property : null));
  if (node.kind === 'keyword_argument')
    return recast(node, ({ field }) => (field === 'name' ? NAME_KINDS.property : null));
  if (node.kind === 'dotted_name') return joined(node, NAME_KINDS.path);
  if (node.kind === 'global_statement' || node.kind === 'nonlocal_statement') {
    return recast(node, () => NAME_KINDS.path);
  }
  if (node.kind !== 'import_from_statement') return node;
  const children = node.children.map((child) => {
    if (child.field !== 'name') return child;
    if (child.kind === 'aliased_import') {
      return recast(child, ({ field }) => (field === 'name' ? NAME_KINDS.imported : null));
    }
    return aliasOf(child, 'aliased_import', NAME_KINDS.imported);
  });
  return { ...node, children };
}

function normalizeGo(node: SyntaxNode): SyntaxNode {
  if (node.kind !== 'keyed_element') return node;
  // A key may be a field or a variable; the type decides, and it is not looked up here.
  const children = node.children.map((child) =>
    child.field === 'key' && child.kind === 'literal_element' ? recast(child, () => NAME_KINDS.path) : child,
  );
  return { ...node, children };
}

const RUST_PATHS =
  /^(?:scoped_identifier|scoped_type_identifier|use_declaration|use_list|use_as_clause|scoped_use_list|use_wildcard|attribute|lifetime|label|attribute_item|inner_attribute_item|visibility_modifier|extern_crate_declaration|mod_item)$/u;

function normalizeRust(node: SyntaxNode): SyntaxNode {
  if (RUST_PATHS.test(node.kind)) return recast(node, () => NAME_KINDS.path);
  if (node.kind === 'macro_invocation') {
    return recast(node, ({ field }) => (field === 'macro' ? NAME_KINDS.path : null));
  }
  if (node.kind === 'shorthand_field_initializer' && node.children.length === 1) {
    const [name] = node.children;
    return name === undefined
      ? node
      : { ...node, kind: 'field_initializer', children: paired(name, 'field', 'value', 'field_identifier') };
  }
  if (node.kind === 'field_pattern') {
    const children = node.children.flatMap((child) =>
      child.kind === 'shorthand_field_identifier'
        ? paired(child, 'name', 'pattern', 'field_identifier')
        : [child],
    );
    return { ...node, children };
  }
  return node.kind === 'token_tree' ? normalizeTokens(node) : node;
}

/** In what a macro gets, a name after a dot is a member, and one before a colon may be anything. */
function normalizeTokens(node: SyntaxNode): SyntaxNode {
  const children = node.children.map((child, index) => {
    if (child.kind !== 'identifier') return child;
    if (node.children[index - 1]?.text === '.') return { ...child, kind: NAME_KINDS.property };
    const isPath = [node.children[index - 1], node.children[index + 1]].some((next) =>
      /^(?:::?|!)$/u.test(next?.text ?? ''),
    );
    return isPath ? { ...child, kind: NAME_KINDS.path } : child;
  });
  return { ...node, children };
}

function normalizeJava(node: SyntaxNode): SyntaxNode {
  const { kind } = node;
  if (kind === 'scoped_identifier' || kind === 'package_declaration' || kind === 'import_declaration') {
    return recast(node, () => NAME_KINDS.path);
  }
  if (/annotation$|^element_value_pair$/u.test(kind)) {
    return recast(node, ({ field }) => (field === 'name' || field === 'key' ? NAME_KINDS.path : null));
  }
  if (kind === 'method_reference')
    return recast(node, (_child, index) => (index > 0 ? memberKind(node) : null));
  if (kind !== 'field_access' && kind !== 'method_invocation') return node;
  if (!node.children.some(({ field }) => field === 'object')) return node;
  return recast(node, ({ field }) => (field === 'field' || field === 'name' ? memberKind(node) : null));
}

function memberKind(node: SyntaxNode): string {
  return node.children[0]?.kind === 'this' ? NAME_KINDS.own : NAME_KINDS.property;
}

/** Gives leaves that are names another kind. */
function recast(node: SyntaxNode, kindOf: (child: SyntaxNode, index: number) => string | null): SyntaxNode {
  const children = node.children.map((child, index) => {
    const kind =
      child.children.length === 0 && child.isNamed && /identifier$|_name$/u.test(child.kind)
        ? kindOf(child, index)
        : null;
    return kind === null ? child : { ...child, kind };
  });
  return { ...node, children };
}

function joined(node: SyntaxNode, kind: string): SyntaxNode {
  const text = node.children.map((child) => child.text).join('');
  return { kind, isNamed: true, field: node.field, text, children: [] };
}

/** `import x` says the same as `import x as x`. */
export function aliasOf(name: SyntaxNode, kind: string, nameKind: string): SyntaxNode {
  return {
    kind,
    isNamed: true,
    field: name.field,
    text: '',
    children: [
      { ...name, kind: nameKind, field: 'name' },
      { kind: 'as', isNamed: false, field: null, text: 'as', children: [] },
      { ...name, kind: 'identifier', field: 'alias' },
    ],
  };
}

/** `{ x }` says the same as `{ x: x }`. */
export function paired(
  name: SyntaxNode,
  keyField: string,
  valueField: string,
  keyKind: string = NAME_KINDS.property,
): SyntaxNode[] {
  return [
    { ...name, kind: keyKind, field: keyField },
    { kind: ':', isNamed: false, field: null, text: ':', children: [] },
    { ...name, kind: 'identifier', field: valueField },
  ];
}
