import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed, type Result } from '@rook/contract';

/** Where the ripgrep that is installed with Rook lies; each platform has a package of its own, which may be missing. */
export async function findRipgrep(): Promise<Result<string>> {
  try {
    const { rgPath } = await import('@vscode/ripgrep');
    return succeed(rgPath);
  } catch {
    return fail(rookError('not_found', 'There is no ripgrep for this platform; install Rook again.'));
  }
}

/** Where the ripgrep of an editor lies, below one of the folders in which it keeps its packages. */
export async function findRipgrepIn(folders: readonly string[]): Promise<Result<string>> {
  const file = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const system = `${process.platform}-${process.arch}`;
  const places = [
    join('ripgrep-universal', 'bin', system, file),
    join(`ripgrep-${system}`, 'bin', file),
    join('ripgrep', 'bin', file),
  ];
  for (const path of folders.flatMap((folder) => places.map((place) => join(folder, '@vscode', place)))) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return succeed(path);
  }
  return fail(rookError('not_found', 'The editor has no ripgrep here, so files cannot be searched.'));
}
