import { isTest } from './file-roles.ts';
import type { ImportCase } from './import-case.ts';
import { splitSpecifier } from './resolve-import.ts';

/** Says that an imported package is not declared where a reader of package.json would look for it. */
export function judgeDependency({ repository, source, owner, imported }: ImportCase): string | undefined {
  const { name } = splitSpecifier(imported.specifier);
  const root = repository.packages.find((candidate) => candidate.room === 'root');
  const isWorkspace = repository.packages.some((candidate) => candidate.name === name);
  // The root sees every workspace package; npm links them all into its node_modules.
  if (isWorkspace && (owner === undefined || owner.room === 'root')) return undefined;
  const declared = new Set(owner?.dependencies);
  const isTooling = isTest(source.path) || !/\/(?:src|bin)\//u.test(source.path);
  const isProvided = HOST_MODULES.has(name) || imported.typeOnly;
  for (const dependency of owner?.devDependencies ?? []) {
    if (isTooling || isProvided) declared.add(dependency.replace(/^@types\//u, ''));
    if (isTooling || isProvided) declared.add(dependency);
  }
  for (const dependency of isTooling ? (root?.devDependencies ?? []) : []) declared.add(dependency);
  if (declared.has(name)) return undefined;
  const place = owner === undefined || owner.folder === '' ? 'package.json' : `${owner.folder}/package.json`;
  return `${name} is not declared in ${place}; declare it there or remove the import.`;
}

/** Present at run time because the program that runs the app brings them. */
const HOST_MODULES: ReadonlySet<string> = new Set(['vscode', 'electron']);
