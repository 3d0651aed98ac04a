import type { Node } from 'oxc-parser';

import { isDangerous } from './doors-modules.ts';
import type { Finding } from './finding.ts';
import type { Source } from './repository.ts';

/** A package behind a door does the dangerous thing itself; it does not hand the raw function to others. */
export function findHandedOn(source: Source): Finding[] {
  const dangerous = source.imports.filter(({ specifier }) => isDangerous(specifier));
  const found = dangerous
    .filter(({ form, values }) => form === 'export' && values.length > 0)
    .map(({ start, specifier }) => ({ start, message: explain(specifier) }));
  const locals = new Map(
    dangerous.flatMap(({ locals: names, specifier }) => names.map((name) => [name, specifier] as const)),
  );
  for (const { node, parent } of source.nodes) {
    const isTop = parent?.parent?.node.type === 'ExportNamedDeclaration';
    const name = node.type === 'ExportSpecifier' || isTop ? findHandedName(node) : undefined;
    const specifier = name === undefined ? undefined : locals.get(name);
    if (specifier !== undefined) found.push({ start: node.start, message: explain(specifier) });
  }
  return found;
}

/** The `x` of `export { x }` and of `export const y = x`. */
function findHandedName(node: Node): string | undefined {
  const value =
    node.type === 'ExportSpecifier' ? node.local : node.type === 'VariableDeclarator' ? node.init : null;
  return value?.type === 'Identifier' ? value.name : undefined;
}

function explain(specifier: string): string {
  return `This hands on "${specifier}" raw, which lets others past the door; export a function that does one thing.`;
}
