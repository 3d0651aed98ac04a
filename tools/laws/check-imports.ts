import { isBuiltin } from 'node:module';

import { findPackageViolations } from './check-packages.ts';
import type { ImportCase } from './import-case.ts';
import { judgeDependency } from './judge-dependency.ts';
import { judgeDirection } from './judge-direction.ts';
import { judgeRelativeImport } from './judge-relative-import.ts';
import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';
import { isRelative } from './resolve-import.ts';
import { findOwner } from './workspace-packages.ts';

/** T-03: one way down, relative inside a package, by name and export map across, and nothing undeclared. */
export function checkImports(repository: Repository): Violation[] {
  const found: Violation[] = findPackageViolations(repository);
  for (const source of repository.sources) {
    const owner = findOwner(repository.packages, source.path);
    for (const imported of source.imports) {
      const message = judgeImport({ repository, source, owner, imported });
      if (message === undefined) continue;
      found.push({ law: 'imports', path: source.path, line: source.lineAt(imported.start), message });
    }
  }
  return found;
}

function judgeImport(inCase: ImportCase): string | undefined {
  const { specifier } = inCase.imported;
  const isInPackage = /^(?:packages|apps)\//u.test(inCase.source.path);
  if (isRelative(specifier)) return isInPackage ? judgeRelativeImport(inCase) : undefined;
  if (isBuiltin(specifier)) return undefined;
  if (/^(?:[#/\\]|[a-z]+:)/iu.test(specifier)) {
    return `"${specifier}" is neither a relative path nor a package, so nobody can see where it leads; import by one of these.`;
  }
  return (isInPackage ? judgeDirection(inCase) : undefined) ?? judgeDependency(inCase);
}
