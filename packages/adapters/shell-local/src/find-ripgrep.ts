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
