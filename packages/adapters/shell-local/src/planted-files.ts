import { lstatSync } from 'node:fs';
import { join } from 'node:path';

import type { SetAside, SetFileAside } from '@rook/engine';

import { kindOf, realPath } from './look-at-path.ts';

interface Watched {
  readonly git: string;
  /** By which it is known that it is still the same folder. */
  readonly number: string;
  readonly missing: readonly string[];
}

/**
 * Looks at git folders before a confined command; what is answered looks again after it. A file `commondir` names the folder whose
 * settings count, and `config` holds them: nothing can be laid over what is not there, so one that appeared is renamed, because else
 * git would start what it says as soon as somebody who is not confined uses it.
 */
export function watchGitFolders(
  folders: readonly string[],
  setAside: SetFileAside,
): () => readonly SetAside[] {
  const watched = [...new Set(folders)].flatMap(lookAt);
  return () =>
    watched
      .filter(({ git, number }) => realPath(git) === git && numberOf(git) === number)
      .flatMap(({ git, missing }) =>
        missing
          .map((name) => join(git, name))
          .filter((path) => kindOf(path) !== 'missing')
          .map((path) => ({ path, name: setAside(path) })),
      );
}

function lookAt(folder: string): readonly Watched[] {
  const git = realPath(folder);
  const number = git === null ? null : numberOf(git);
  if (git === null || number === null) return [];
  // Without a HEAD it is no repository yet, and whoever makes one there makes its settings too.
  const names = kindOf(join(git, 'HEAD')) === 'missing' ? ['commondir'] : ['commondir', 'config'];
  return [{ git, number, missing: names.filter((name) => kindOf(join(git, name)) === 'missing') }];
}

function numberOf(folder: string): string | null {
  try {
    const { dev, ino } = lstatSync(folder, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}
