import type { Result } from '@rook/contract';

/** The only way to start a process. */
export interface Shell {
  /**
   * Runs a program to its end. Ends it and all its children when the time is over (`timed_out`) or the
   * signal aborts (`cancelled`). A program that fails is a success here: its exit code says so.
   */
  run(program: Program, watch?: (piece: OutputPiece) => void): Promise<Result<ProgramEnd>>;
}

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: ReadonlyMap<string, string>;
  readonly input?: Uint8Array;
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal;
  /** Bytes kept of each stream; what comes after is counted and dropped. */
  readonly keepBytes: number;
}

export interface OutputPiece {
  readonly stream: 'stdout' | 'stderr';
  readonly bytes: Uint8Array;
}

export interface ProgramEnd {
  /** The exit code; null when a signal ended the program. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  readonly droppedBytes: number;
}
