import { isDangerous, isFileSystem } from './doors-modules.ts';
import { writesFiles } from './doors-places.ts';
import type { Finding } from './finding.ts';
import type { PlacedNode } from './flatten-nodes.ts';
import { isReference } from './is-reference.ts';
import { readMemberName } from './read-member-name.ts';
import type { Source } from './repository.ts';
import type { SourceImport } from './source-imports.ts';

/**
 * Whoever may do a dangerous thing does it where the function is imported: it is called there and goes nowhere
 * else. Nobody can import from an app, so of an app only the reading functions are held to this.
 */
export function findHandedOn(folder: string, source: Source): Finding[] {
  const isHeld = folder.startsWith('packages/') ? isDangerous : isFileSystem;
  const imports = source.imports.filter(({ specifier }) => isHeld(specifier));
  if (imports.length === 0) return [];
  const found = imports
    .filter(({ form, values }) => form === 'dynamic' || (form === 'export' && values.length > 0))
    .map(({ start, specifier }) => ({ start, message: explain(specifier) }));
  const wrappers = listWrappers(source);
  const held = listHeld(folder, imports);
  for (const [name, origin] of listWrapped(source, held, wrappers)) held.set(name, origin);
  for (const placed of source.nodes) {
    const { node } = placed;
    const origin = node.type === 'Identifier' && isReference(placed) ? held.get(node.name) : undefined;
    if (origin === undefined || isRenamed(placed) || isUsedHere(placed, origin, wrappers)) continue;
    found.push({ start: node.start, message: explain(origin.specifier) });
  }
  return found;
}

interface Origin {
  readonly specifier: string;
  /** A whole module, whose functions are its members. */
  readonly isWhole: boolean;
  /** Outside the doors a reading function must show its options at the call, so it is not wrapped there. */
  readonly mayBeWrapped: boolean;
}

/** Local name → where it comes from. `constants` holds numbers, which do nothing. */
function listHeld(folder: string, imports: readonly SourceImport[]): Map<string, Origin> {
  const held = new Map<string, Origin>();
  for (const { specifier, values, locals } of imports) {
    const mayBeWrapped = writesFiles(folder) || !isFileSystem(specifier);
    for (const [index, local] of locals.entries()) {
      const value = values[index] ?? '';
      const isWhole = ['*', 'default', 'promises'].includes(value);
      if (value !== 'constants') held.set(local, { specifier, isWhole, mayBeWrapped });
    }
  }
  return held;
}

/** The local names of `promisify`: it makes another form of the same function, which is held to the same. */
function listWrappers(source: Source): Set<string> {
  const names = source.imports
    .filter(({ specifier }) => specifier === 'node:util')
    .flatMap(({ values, locals }) => locals.filter((_local, index) => values[index] === 'promisify'));
  return new Set(names);
}

function listWrapped(
  source: Source,
  held: ReadonlyMap<string, Origin>,
  wrappers: ReadonlySet<string>,
): [string, Origin][] {
  const wrapped: [string, Origin][] = [];
  for (const placed of source.nodes) {
    const { node } = placed;
    const origin = node.type === 'Identifier' ? held.get(node.name) : undefined;
    const name = origin?.mayBeWrapped === true ? findWrappedName(placed, wrappers) : undefined;
    if (origin !== undefined && name !== undefined) wrapped.push([name, origin]);
  }
  return wrapped;
}

/** The `x` of `const x = promisify(function)`, unless it is exported at once. */
function findWrappedName({ parent, key }: PlacedNode, wrappers: ReadonlySet<string>): string | undefined {
  const declarator = parent?.parent;
  const isWrapped =
    key === 'arguments' &&
    parent?.node.type === 'CallExpression' &&
    parent.node.callee.type === 'Identifier' &&
    wrappers.has(parent.node.callee.name);
  if (!isWrapped || declarator?.node.type !== 'VariableDeclarator') return undefined;
  if (declarator.parent?.parent?.node.type === 'ExportNamedDeclaration') return undefined;
  return declarator.node.id.type === 'Identifier' ? declarator.node.id.name : undefined;
}

/** `export { x } from` names something of the other module, and `export { y as x }` only gives a name. */
function isRenamed({ parent, key }: PlacedNode): boolean {
  if (parent?.node.type !== 'ExportSpecifier') return false;
  const declaration = parent.parent?.node;
  return (
    key === 'exported' || (declaration?.type === 'ExportNamedDeclaration' && declaration.source !== null)
  );
}

function isUsedHere(placed: PlacedNode, origin: Origin, wrappers: ReadonlySet<string>): boolean {
  const { parent, key } = placed;
  if (parent === undefined) return false;
  if (isCallee(placed)) return true;
  if (origin.mayBeWrapped && findWrappedName(placed, wrappers) !== undefined) return true;
  if (parent.node.type === 'UnaryExpression') return parent.node.operator === 'typeof';
  if (parent.node.type === 'BinaryExpression') return parent.node.operator === 'instanceof';
  const member = key === 'object' ? readMemberName(parent.node) : undefined;
  // The system's own way of a function, such as that of `realpathSync`.
  if (member === 'native') return isCallee(parent);
  if (!origin.isWhole) return false;
  if (member === undefined || ['bind', 'call', 'apply'].includes(member)) return false;
  if (member === 'promises') return isUsedHere(parent, origin, wrappers);
  return member === 'constants' || isCallee(parent);
}

function isCallee({ parent, key }: PlacedNode): boolean {
  return (
    key === 'callee' && (parent?.node.type === 'CallExpression' || parent?.node.type === 'NewExpression')
  );
}

function explain(specifier: string): string {
  return `This hands on "${specifier}" raw, which lets others past the door; import it by name, call it here, and export a function that does one thing.`;
}
