import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';

import type { OutputPiece, Program, ProgramEnd, ProgramStart, RunningProgram, Shell } from '../shell.ts';

export interface FakeShell extends Shell {
  /** Everything that was asked to run to its end, in order. */
  readonly started: readonly Program[];
  /** Everything that was opened, in order. */
  readonly opened: readonly ProgramStart[];
}

/** A program that goes on, played: what it says first, and what it does with what it hears. */
export interface FakeTalk {
  readonly begin?: (voice: FakeVoice) => void;
  readonly hear: (bytes: Uint8Array, voice: FakeVoice) => void;
}

interface FakeVoice {
  readonly say: (piece: OutputPiece) => void;
  readonly end: (code: number) => void;
}

/** A shell that starts nothing and answers with what is played; undefined means there is no such program. */
export function createFakeShell(
  play: (program: Program) => Partial<ProgramEnd> | undefined,
  talk: (program: ProgramStart) => FakeTalk | undefined = () => undefined,
): FakeShell {
  const started: Program[] = [];
  const opened: ProgramStart[] = [];
  const none = new Uint8Array();
  return {
    started,
    opened,
    run: async (program, watch) => {
      started.push(program);
      if (program.signal?.aborted === true) return fail(rookError('cancelled', 'The run was cancelled.'));
      const played = play(program);
      if (played === undefined) return fail(missing(program));
      const end = { code: 0, signal: null, stdout: none, stderr: none, droppedBytes: 0, ...played };
      if (end.stdout.length > 0) watch?.({ stream: 'stdout', bytes: end.stdout });
      if (end.stderr.length > 0) watch?.({ stream: 'stderr', bytes: end.stderr });
      return succeed(end);
    },
    open: async (program, watch) => {
      opened.push(program);
      const played = talk(program);
      return played === undefined ? fail(missing(program)) : succeed(playTalk(played, watch));
    },
  };
}

function missing({ file }: ProgramStart): RookError {
  return rookError('not_found', `There is no program ${file}; install it or correct the name.`);
}

function playTalk({ begin, hear }: FakeTalk, watch: (piece: OutputPiece) => void): RunningProgram {
  const { promise: ended, resolve } = Promise.withResolvers<Pick<ProgramEnd, 'code' | 'signal'>>();
  let isOpen = true;
  const finish = (code: number | null, signal: string | null): void => {
    isOpen = false;
    resolve({ code, signal });
  };
  const voice: FakeVoice = {
    say: (piece) => (isOpen ? watch(piece) : undefined),
    end: (code) => finish(code, null),
  };
  // Nobody hears a program before it was started.
  queueMicrotask(() => begin?.(voice));
  return {
    ended,
    write: async (bytes): Promise<Result<void>> => {
      if (!isOpen) return fail(rookError('not_writable', 'The program takes no more input; start it again.'));
      hear(bytes, voice);
      return succeed(undefined);
    },
    close: async () => {
      if (isOpen) finish(null, 'SIGTERM');
      await ended;
    },
  };
}
