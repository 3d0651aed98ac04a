import { rookError, type RookError } from '@rook/contract';
import type { ProgramStart } from '@rook/engine';

export function explainNotStarted({ file, cwd }: ProgramStart, code = 'for an unknown reason'): RookError {
  return code === 'ENOENT'
    ? rookError(
        'not_found',
        `There is no program ${file}, or no folder ${cwd}; install it or correct the name.`,
      )
    : rookError('not_found', `${file} could not be started (${code}).`);
}
