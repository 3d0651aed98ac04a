import { isTest } from './file-roles.ts';
import type { ImportCase } from './import-case.ts';
import { resolveRelative } from './resolve-import.ts';
import { findOwner } from './workspace-packages.ts';

/** A relative import names a file of the same package as it lies on disk, and shipped code reaches shipped code. */
export function judgeRelativeImport({ repository, source, owner, imported }: ImportCase): string | undefined {
  const { specifier } = imported;
  const target = resolveRelative(source.path, specifier);
  const folder = owner?.folder ?? '';
  if (findOwner(repository.packages, target)?.folder !== folder || target.startsWith('..')) {
    return `"${specifier}" leaves the package; import the other package by its name.`;
  }
  if (!OWN_FORMATS.test(specifier) && !(SCRIPT.test(specifier) && SCRIPT.test(source.path))) {
    return `"${specifier}" does not end in .ts, .tsx, .json or .css; write the file's own ending.`;
  }
  if (!repository.paths.has(target) && !target.startsWith(`${folder}/dist/`)) {
    return `"${specifier}" names no file of the repository; correct the path.`;
  }
  const isInSource = source.path.startsWith(`${folder}/src/`);
  if (
    isInSource &&
    !target.startsWith(`${folder}/src/`) &&
    !isTest(source.path) &&
    !target.endsWith('.json')
  ) {
    return `"${specifier}" leaves src, where no law guards the doors; move the file into src.`;
  }
  if (target.split('/').includes('fixtures') && !target.endsWith('.json')) {
    return `"${specifier}" is a fixture, which no law reads; move the code out of fixtures.`;
  }
  if (!isTest(source.path) && (isTest(target) || target === `${folder}/src/testing.ts`)) {
    return `"${specifier}" is test code; shipped code may not import it.`;
  }
  return undefined;
}

const OWN_FORMATS = /\.(?:tsx?|json|css)$/u;

/** A launcher runs before anything is built or installed, so it may import its own plain JavaScript. */
const SCRIPT = /\.m?js$/u;
