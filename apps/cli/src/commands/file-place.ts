import { basename, dirname, isAbsolute, resolve } from 'node:path';

import { leadsOut, pathFrom, realFolder, standingIn } from './command-place.ts';

/** Where a person is, and where their files are. */
interface Standing {
  readonly workspace: string;
  readonly currentFolder: string;
}

/**
 * What a file that a person names may mean, from the root of the workspace on: first as it is seen from where they stand, then from the
 * root, unless its name begins with dots and so says from where it counts. The file need not be there. None: it lies outside.
 */
export function placesOfFile(name: string, { workspace, currentFolder }: Standing): readonly string[] {
  const root = realFolder(workspace);
  const base = standingIn(root, currentFolder);
  const here = isAbsolute(name)
    ? [name, resolve(realFolder(dirname(name)), basename(name))].map((path) => pathFrom(root, path))
    : [pathFrom(root, resolve(base, name))];
  const isCounted = isAbsolute(name) || /^\.{1,2}(?:[\\/]|$)/u.test(name);
  const paths = isCounted ? here : [...here, pathFrom(root, resolve(root, name))];
  return [...new Set(paths.filter((path) => path !== '' && !leadsOut(path)))];
}
