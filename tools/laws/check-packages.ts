import { posix } from 'node:path';

import { isTest } from './file-roles.ts';
import type { Violation } from './law.ts';
import type { Repository } from './repository.ts';
import type { WorkspacePackage } from './workspace-packages.ts';

/** A package has a known room, the name of its folder, and exports only its own shipped files. */
export function findPackageViolations(repository: Repository): Violation[] {
  return repository.packages
    .filter((candidate) => candidate.room !== 'root')
    .flatMap((candidate) =>
      [...judgePackage(candidate), ...judgeDependencies(candidate, repository)].map((message) => ({
        law: 'imports',
        path: `${candidate.folder}/package.json`,
        line: 1,
        message,
      })),
    );
}

/** What only tests use is never there at run time. */
function judgeDependencies({ dependencies }: WorkspacePackage, repository: Repository): string[] {
  return repository.packages
    .filter(({ room, name }) => room === 'development' && dependencies.has(name))
    .map(({ name }) => `${name} is for tests; name it under devDependencies.`);
}

function judgePackage({ folder, name, room, exports }: WorkspacePackage): string[] {
  const messages: string[] = [];
  const expected = `@rook/${posix.basename(folder)}`;
  if (name !== expected)
    messages.push(`The package is named "${name}"; name it ${expected}, after its folder.`);
  if (room === 'unknown') {
    messages.push(
      `The folder ${folder} is no known room; make it an adapter or an app, or give it a place in tools/laws.`,
    );
  }
  for (const [key, target] of exports) {
    if (target.includes('..') || !target.startsWith(`${folder}/src/`) || isTest(target)) {
      messages.push(
        `The export "${key}" leads to ${target}; export only shipped files of the package's own src folder.`,
      );
    }
  }
  return messages;
}
