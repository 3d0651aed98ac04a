import { posix } from 'node:path';

import type { Repository } from './repository.ts';

/** The listed file that a specifier names, or undefined when it names none (a builtin, an npm package, a mistake). */
export function resolveImport(repository: Repository, from: string, specifier: string): string | undefined {
  const target = isRelative(specifier)
    ? resolveRelative(from, specifier)
    : resolveWorkspace(repository, specifier);
  return target !== undefined && repository.paths.has(target) ? target : undefined;
}

export function isRelative(specifier: string): boolean {
  return /^\.{1,2}(?:\/|$)/u.test(specifier);
}

/** Where a relative specifier points, whether or not a file lies there. */
export function resolveRelative(from: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(from), specifier.replace(/[?#].*$/u, '')));
}

/** '@scope/name/sub/path' → name '@scope/name' and export-map key './sub/path'. */
export function splitSpecifier(specifier: string): { name: string; key: string } {
  const segments = specifier.split('/');
  const nameLength = specifier.startsWith('@') ? 2 : 1;
  const rest = segments.slice(nameLength).join('/');
  return { name: segments.slice(0, nameLength).join('/'), key: rest === '' ? '.' : `./${rest}` };
}

/** The target of an export-map key, patterns with one `*` included. */
export function findExport(exports: ReadonlyMap<string, string>, key: string): string | undefined {
  const exact = exports.get(key);
  if (exact !== undefined) return exact;
  for (const [pattern, target] of exports) {
    const [before, after] = pattern.split('*');
    if (before === undefined || after === undefined) continue;
    if (key.startsWith(before) && key.endsWith(after) && key.length >= before.length + after.length) {
      return target.replaceAll('*', key.slice(before.length, key.length - after.length));
    }
  }
  return undefined;
}

function resolveWorkspace(repository: Repository, specifier: string): string | undefined {
  const { name, key } = splitSpecifier(specifier);
  const owner = repository.packages.find((candidate) => candidate.name === name);
  return owner === undefined ? undefined : findExport(owner.exports, key);
}
