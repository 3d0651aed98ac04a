import { readEntries, readField, readKeys, readText } from './read-fields.ts';
import type { TextFile } from './text-file.ts';

/** The part of the building that a package belongs to; it decides what the package may import. */
export type Room =
  | 'contract'
  | 'engine'
  | 'adapter'
  | 'client'
  | 'ui'
  | 'app'
  | 'server'
  | 'development'
  | 'root'
  | 'unknown';

export interface WorkspacePackage {
  /** From the root; '' is the root package itself. */
  readonly folder: string;
  readonly name: string;
  readonly room: Room;
  /** Export-map key → target from the root; a package without a map exports nothing. */
  readonly exports: ReadonlyMap<string, string>;
  /** What is there at run time: dependencies, optional and peer dependencies. */
  readonly dependencies: ReadonlySet<string>;
  readonly devDependencies: ReadonlySet<string>;
}

/** Reads the packages from the tree's own package.json files. Throws on a file that is not JSON. */
export function readWorkspacePackages(texts: readonly TextFile[]): WorkspacePackage[] {
  const packages: WorkspacePackage[] = [];
  for (const { path, text } of texts) {
    const folder = findPackageFolder(path);
    if (folder === undefined) continue;
    const manifest: unknown = JSON.parse(text);
    packages.push({
      folder,
      name: readText(readField(manifest, 'name')),
      room: findRoom(folder),
      exports: readExports(folder, readField(manifest, 'exports')),
      dependencies: new Set([
        ...readKeys(manifest, 'dependencies'),
        ...readKeys(manifest, 'optionalDependencies'),
        ...readKeys(manifest, 'peerDependencies'),
      ]),
      devDependencies: new Set(readKeys(manifest, 'devDependencies')),
    });
  }
  return packages;
}

/** The package whose folder is nearest above a path. */
export function findOwner(packages: readonly WorkspacePackage[], path: string): WorkspacePackage | undefined {
  let owner: WorkspacePackage | undefined;
  for (const candidate of packages) {
    const isInside = candidate.folder === '' || path.startsWith(`${candidate.folder}/`);
    if (isInside && (owner === undefined || candidate.folder.length > owner.folder.length)) owner = candidate;
  }
  return owner;
}

function findPackageFolder(path: string): string | undefined {
  if (path === 'package.json') return '';
  return /^((?:packages|packages\/adapters|apps)\/[^/]+)\/package\.json$/u.exec(path)?.[1];
}

function findRoom(folder: string): Room {
  if (folder === '') return 'root';
  if (folder.startsWith('packages/adapters/')) return 'adapter';
  if (folder === 'apps/server') return 'server';
  if (folder.startsWith('apps/')) return 'app';
  switch (folder) {
    case 'packages/contract':
      return 'contract';
    case 'packages/engine':
      return 'engine';
    case 'packages/client':
      return 'client';
    case 'packages/ui':
      return 'ui';
    case 'packages/wire-server':
      return 'development';
    default:
      return 'unknown';
  }
}

function readExports(folder: string, value: unknown): Map<string, string> {
  const targets = new Map<string, string>();
  const map = typeof value === 'string' ? { '.': value } : value;
  for (const [key, target] of readEntries(map)) {
    const leaf = findLeaf(target);
    if (leaf !== undefined) targets.set(key, `${folder}/${leaf.replace(/^\.\//u, '')}`);
  }
  return targets;
}

/** The file behind a target or behind its conditions, types aside. */
function findLeaf(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  for (const [condition, inner] of readEntries(target)) {
    const leaf = condition === 'types' ? undefined : findLeaf(inner);
    if (leaf !== undefined) return leaf;
  }
  return undefined;
}
