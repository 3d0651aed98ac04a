import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';

/** Code that does not parse is code that no other law can see, so it is refused. */
export function checkSyntax(repository: Repository): Violation[] {
  return repository.sources.flatMap((source) =>
    source.errors.map((error) => ({
      law: 'syntax',
      path: source.path,
      line: source.lineAt(error.start),
      message: `The file does not parse (${error.message}); correct it, because no law can read it as it is.`,
    })),
  );
}
