import type { Node } from 'oxc-parser';

import type { PlacedNode } from './flatten-nodes.ts';
import { readLiteralText } from './read-literal-text.ts';

/** One place where a file names another module. */
export interface SourceImport {
  readonly specifier: string;
  readonly start: number;
  readonly form: 'import' | 'export' | 'dynamic' | 'require';
  /** Names taken as values; '*' stands for the whole module, 'default' for its default export. */
  readonly values: readonly string[];
  /** Names that the file itself gives to these values; empty where it gives none. */
  readonly locals: readonly string[];
  readonly typeOnly: boolean;
}

export function listSourceImports(nodes: readonly PlacedNode[]): SourceImport[] {
  const imports: SourceImport[] = [];
  for (const { node } of nodes) {
    const found = readImport(node);
    if (found !== undefined) imports.push(found);
  }
  return imports;
}

function readImport(node: Node): SourceImport | undefined {
  const { start } = node;
  if (node.type === 'ImportDeclaration') return readStaticImport(node);
  if (node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration')
    return readReexport(node);
  if (node.type === 'TSImportType') {
    return { specifier: node.source.value, start, form: 'import', values: [], locals: [], typeOnly: true };
  }
  if (node.type === 'TSExternalModuleReference') {
    return {
      specifier: node.expression.value,
      start,
      form: 'require',
      values: ['*'],
      locals: [],
      typeOnly: false,
    };
  }
  const specifier = node.type === 'ImportExpression' ? readLiteralText(node.source) : undefined;
  return specifier === undefined
    ? undefined
    : { specifier, start, form: 'dynamic', values: ['*'], locals: [], typeOnly: false };
}

function readStaticImport(node: Extract<Node, { type: 'ImportDeclaration' }>): SourceImport {
  const values: string[] = [];
  const locals: string[] = [];
  for (const specifier of node.specifiers) {
    if (node.importKind === 'type') continue;
    if (specifier.type === 'ImportDefaultSpecifier') values.push('default');
    else if (specifier.type === 'ImportNamespaceSpecifier') values.push('*');
    else if (specifier.importKind !== 'type') values.push(readExportName(specifier.imported));
    else continue;
    locals.push(specifier.local.name);
  }
  const typeOnly = values.length === 0 && (node.importKind === 'type' || node.specifiers.length > 0);
  return { specifier: node.source.value, start: node.start, form: 'import', values, locals, typeOnly };
}

function readReexport(
  node: Extract<Node, { type: 'ExportNamedDeclaration' | 'ExportAllDeclaration' }>,
): SourceImport | undefined {
  if (node.source === null) return undefined;
  const values: string[] = [];
  if (node.type === 'ExportAllDeclaration') values.push('*');
  else {
    for (const { local, exportKind } of node.specifiers) {
      if (exportKind !== 'type') values.push(readExportName(local));
    }
  }
  if (node.exportKind === 'type') values.length = 0;
  const typeOnly = values.length === 0;
  return { specifier: node.source.value, start: node.start, form: 'export', values, locals: [], typeOnly };
}

function readExportName(
  name: Extract<Node, { type: 'Identifier' }> | Extract<Node, { type: 'Literal' }>,
): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}
