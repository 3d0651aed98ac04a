import type { SyntaxNode } from '../ports/syntax.ts';
import { words } from './syntax-profile.ts';

/** One statement of a script that is no import, without the export around it. */
interface ModuleStatement {
  readonly node: SyntaxNode;
  /** What it declares; empty for all but a single declaration. */
  readonly name: string;
  /** It declares and does nothing, wherever it stands. */
  readonly isPure: boolean;
  /** Every variable that is named in it. */
  readonly names: ReadonlySet<string>;
}

/** A script as others see it, made from a normalized tree. */
export interface ScriptModule {
  readonly statements: readonly ModuleStatement[];
  readonly declared: ReadonlySet<string>;
  readonly exports: ReadonlySet<string>;
  /** By the name that it has here. */
  readonly imports: ReadonlyMap<string, { readonly module: string; readonly name: string }>;
  readonly modules: ReadonlySet<string>;
}

export function readModule(root: SyntaxNode | null): ScriptModule {
  const statements: ModuleStatement[] = [];
  const exports = new Set<string>();
  const imports = new Map<string, { module: string; name: string }>();
  const modules = new Set<string>();
  for (const child of root?.children ?? []) {
    const source = child.children.find(({ field }) => field === 'source');
    const hasClause = child.children.some(({ kind }) => kind === 'import_clause');
    if (source !== undefined) modules.add(source.text);
    if (child.kind === 'import_statement' && source !== undefined && hasClause) {
      readClause(child, source.text, imports);
      continue;
    }
    if (child.kind === 'export_statement') collectNames(child, (kind) => kind === 'exported_name', exports);
    const declaration = child.children.find(({ field }) => field === 'declaration');
    const isPlain =
      child.kind === 'export_statement' && declaration !== undefined && child.children.length === 2;
    const node = isPlain ? { ...declaration, field: null } : child;
    const statement = readStatement(node);
    statements.push(statement);
    if (isPlain) exports.add(statement.name);
  }
  const declared = new Set(statements.flatMap(({ node }) => [...declaredBy(node)]));
  return { statements, declared, exports, imports, modules };
}

function readClause(
  node: SyntaxNode,
  module: string,
  imports: Map<string, { module: string; name: string }>,
): void {
  for (const child of node.children) {
    if (child.kind === 'import_specifier') {
      const name = child.children.find(({ field }) => field === 'name')?.text ?? '';
      const alias = child.children.find(({ field }) => field === 'alias')?.text ?? name;
      imports.set(alias, { module, name });
    } else if (child.kind === 'namespace_import') {
      const name = child.children.find(({ kind }) => kind === 'identifier')?.text ?? '';
      imports.set(name, { module, name: '*' });
    } else if (child.kind === 'identifier' && node.kind === 'import_clause') {
      imports.set(child.text, { module, name: 'default' });
    } else if (child.children.length > 0) readClause(child, module, imports);
  }
}

const QUIET: ReadonlySet<string> = words(
  'function_declaration generator_function_declaration interface_declaration type_alias_declaration',
);
const QUIET_VALUES: ReadonlySet<string> = words('arrow_function function_expression literal');

function readStatement(node: SyntaxNode): ModuleStatement {
  const names = new Set<string>();
  collectNames(node, (kind) => kind === 'identifier' || kind === 'type_identifier', names);
  const declarators = node.children.filter(({ kind }) => kind === 'variable_declarator');
  const [only] = declarators;
  if (node.kind === 'lexical_declaration' && declarators.length === 1 && only !== undefined) {
    const isConstant = node.children.some(({ text }) => text === 'const');
    const value = only.children.find(({ field }) => field === 'value');
    const name =
      only.children.find(({ field, kind }) => field === 'name' && kind === 'identifier')?.text ?? '';
    return { node, name, isPure: isConstant && QUIET_VALUES.has(value?.kind ?? ''), names };
  }
  const name = node.children.find(({ field }) => field === 'name')?.text ?? '';
  return { node, name, isPure: QUIET.has(node.kind), names };
}

/** More than a statement declares may be in it: who asks takes a name that is too many for a doubt. */
function declaredBy(node: SyntaxNode): ReadonlySet<string> {
  const names = new Set<string>();
  if (!/declaration$|^(?:class|export_statement|import_statement)$/u.test(node.kind)) return names;
  const name = node.children.find(({ field }) => field === 'name');
  if (name !== undefined) names.add(name.text);
  for (const child of node.children) {
    if (child.kind === 'variable_declarator') {
      const target = child.children.find(({ field }) => field === 'name');
      if (target !== undefined) collectNames(target, (kind) => kind === 'identifier', names);
    } else if (child.field === 'declaration') for (const inner of declaredBy(child)) names.add(inner);
  }
  return names;
}

function collectNames(node: SyntaxNode, isWanted: (kind: string) => boolean, into: Set<string>): void {
  if (node.children.length === 0 && isWanted(node.kind)) into.add(node.text);
  for (const child of node.children) collectNames(child, isWanted, into);
}
