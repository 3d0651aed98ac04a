import { fail, rookError, succeed } from '@rook/contract';

import type { Program, ProgramEnd, Shell } from '../shell.ts';

export interface FakeShell extends Shell {
  /** Everything that was asked to run, in order. */
  readonly started: readonly Program[];
}

/** A shell that starts nothing and answers with what `play` says; undefined means there is no such program. */
export function createFakeShell(play: (program: Program) => Partial<ProgramEnd> | undefined): FakeShell {
  const started: Program[] = [];
  const none = new Uint8Array();
  return {
    started,
    run: async (program, watch) => {
      started.push(program);
      if (program.signal?.aborted === true) return fail(rookError('cancelled', 'The run was cancelled.'));
      const played = play(program);
      if (played === undefined) {
        return fail(
          rookError('not_found', `There is no program ${program.file}; install it or correct the name.`),
        );
      }
      const end = { code: 0, signal: null, stdout: none, stderr: none, droppedBytes: 0, ...played };
      if (end.stdout.length > 0) watch?.({ stream: 'stdout', bytes: end.stdout });
      if (end.stderr.length > 0) watch?.({ stream: 'stderr', bytes: end.stderr });
      return succeed(end);
    },
  };
}
