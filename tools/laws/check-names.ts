import { findIdentifierViolations } from './check-identifier-names.ts';
import { findPathViolations } from './check-path-names.ts';
import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';

/** T-02, T-16: names of files, folders, packages and identifiers. */
export function checkNames(repository: Repository): Violation[] {
  return [
    ...findPathViolations(repository),
    ...repository.sources.flatMap((source) => findIdentifierViolations(source)),
  ].map(({ path, line, message }) => ({ law: 'names', path, line, message }));
}
