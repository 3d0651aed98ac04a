import { isTest } from './file-roles.ts';
import type { ImportCase } from './import-case.ts';
import { findExport, splitSpecifier } from './resolve-import.ts';
import type { Room, WorkspacePackage } from './workspace-packages.ts';

/** Says why one workspace package may not import another, or nothing if it may or if the import leads elsewhere. */
export function judgeDirection({ repository, source, owner, imported }: ImportCase): string | undefined {
  const { name, key } = splitSpecifier(imported.specifier);
  const target = repository.packages.find((candidate) => candidate.name === name);
  if (target === undefined) {
    if (!name.startsWith('@rook/')) return undefined;
    return `${name} is no package of this workspace; import one that exists.`;
  }
  if (owner === undefined)
    return `The file belongs to no package; move it into one before it imports ${name}.`;
  if (target.folder === owner.folder) return `The package imports itself by name; use a relative path.`;
  if (target.room === 'development' && !isTest(source.path))
    return `${name} is for tests; shipped code may not import it.`;
  const isAppTest = owner.room === 'app' && isTest(source.path);
  if (!isAppTest && !mayImport(owner, target, source.path)) return explain(owner, target);
  if (findExport(target.exports, key) === undefined) {
    return `${name} does not export "${key}"; import what its export map names.`;
  }
  if (key === './testing' && !isTest(source.path)) {
    return `${imported.specifier} is for tests; shipped code may not import it.`;
  }
  return undefined;
}

const BELOW: ReadonlyMap<Room, readonly Room[]> = new Map([
  ['contract', []],
  ['engine', ['contract']],
  ['adapter', ['contract', 'engine']],
  ['client', ['contract']],
  ['development', ['contract']],
  ['ui', ['contract', 'client']],
  ['server', ['contract', 'client']],
  ['app', ['contract', 'engine', 'client', 'ui', 'server']],
]);

function mayImport(owner: WorkspacePackage, target: WorkspacePackage, path: string): boolean {
  if (BELOW.get(owner.room)?.includes(target.room) === true || target.room === 'development') return true;
  return owner.room === 'app' && target.room === 'adapter' && path === `${owner.folder}/src/compose.ts`;
}

function explain(owner: WorkspacePackage, target: WorkspacePackage): string {
  if (owner.room === 'app' && target.room === 'adapter') {
    return `Only src/compose.ts of an app may import the adapter ${target.name}; choose it there and pass it on.`;
  }
  const allowed = BELOW.get(owner.room) ?? [];
  const instead = allowed.length === 0 ? 'no workspace package' : `only ${allowed.join(', ')}`;
  return `${owner.name} may import ${instead}, and ${target.name} is not below it; pass what it needs in from above.`;
}
