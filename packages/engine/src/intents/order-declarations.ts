import type { SyntaxNode } from '../ports/syntax.ts';
import type { NodeIds } from './find-edits.ts';
import { words, type SyntaxProfile } from './syntax-profile.ts';

/** Declarations that mean the same wherever they stand in their list, by language. */
const FREE: Readonly<Record<SyntaxProfile['family'], ReadonlySet<string>>> = {
  script: words(
    'function_declaration generator_function_declaration interface_declaration type_alias_declaration',
  ),
  python: words('function_definition'),
  go: words('function_declaration method_declaration type_declaration'),
  rust: words('function_item struct_item enum_item trait_item impl_item type_item const_item'),
  java: words('method_declaration'),
};

const LISTS = /^(?:program|module|source_file|class_body)$/u;

/**
 * The tree with such declarations in an order of its own, so that two trees are equal if only their order differs. Where
 * one may change what another means (twins, attributes, directives, decorators) the order is left.
 */
export function orderDeclarations(node: SyntaxNode, profile: SyntaxProfile, ids: NodeIds): SyntaxNode {
  const children = node.children.map((child) =>
    holdsLists(child, profile) ? orderDeclarations(child, profile, ids) : child,
  );
  if (!LISTS.test(node.kind) || (profile.family === 'java') !== (node.kind === 'class_body'))
    return { ...node, children };
  return {
    ...node,
    children: profile.family === 'python' ? orderRuns(children, ids) : orderAll(children, profile, ids),
  };
}

/** In Java the members of a class are such a list; elsewhere only the file is. */
function holdsLists({ kind }: SyntaxNode, { family }: SyntaxProfile): boolean {
  return family === 'java' && /^(?:class_declaration|class_body)$/u.test(kind);
}

function orderAll(children: readonly SyntaxNode[], profile: SyntaxProfile, ids: NodeIds): SyntaxNode[] {
  const isBound = children.some(({ kind }) =>
    /^(?:directive|function_signature|macro_definition|attribute_item)$/u.test(kind),
  );
  const free = children.filter((child) => isFree(child, profile));
  const names = free.map(nameOf).filter((name) => name !== '');
  const haveTwins = profile.family !== 'java' && new Set(names).size !== names.length;
  if (isBound || haveTwins) return [...children];
  return [...sorted(free, ids), ...children.filter((child) => !free.includes(child))];
}

/** In Python a definition is a statement; it may change places with its neighbours if it does nothing but define. */
function orderRuns(children: readonly SyntaxNode[], ids: NodeIds): SyntaxNode[] {
  const ordered: SyntaxNode[] = [];
  let run: SyntaxNode[] = [];
  const close = (): void => {
    const names = run.map(nameOf);
    ordered.push(...(new Set(names).size === names.length ? sorted(run, ids) : run));
    run = [];
  };
  for (const child of children) {
    if (child.kind === 'function_definition' && !evaluates(child)) run.push(child);
    else {
      close();
      ordered.push(child);
    }
  }
  close();
  return ordered;
}

/** Defaults and annotations are computed where the definition stands. */
function evaluates(definition: SyntaxNode): boolean {
  const parameters = definition.children.find(({ field }) => field === 'parameters');
  const isTyped = definition.children.some(({ field }) => field === 'return_type');
  return isTyped || (parameters?.children ?? []).some(({ kind }) => /default|typed/u.test(kind));
}

function isFree(node: SyntaxNode, profile: SyntaxProfile): boolean {
  const inner =
    node.kind === 'export_statement' ? node.children.find(({ field }) => field === 'declaration') : node;
  if (inner === undefined || !FREE[profile.family].has(inner.kind)) return false;
  return !(
    profile.family === 'go' &&
    /^(?:init|_)?$/u.test(nameOf(inner)) &&
    inner.kind === 'function_declaration'
  );
}

function nameOf(node: SyntaxNode): string {
  const inner =
    node.kind === 'export_statement'
      ? (node.children.find(({ field }) => field === 'declaration') ?? node)
      : node;
  if (/^(?:method_declaration|impl_item|type_declaration)$/u.test(inner.kind)) return '';
  return inner.children.find(({ field }) => field === 'name')?.text ?? '';
}

function sorted(nodes: readonly SyntaxNode[], ids: NodeIds): SyntaxNode[] {
  return nodes.toSorted((one, other) => ids.idOf(one) - ids.idOf(other));
}
