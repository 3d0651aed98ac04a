import type { Result } from '@rook/contract';

/** The only way to start a process. */
export interface Shell {
  /**
   * Runs a program to its end. Ends it and all its children when the time is over (`timed_out`) or the
   * signal aborts (`cancelled`). A program that fails is a success here: its exit code says so.
   */
  run(program: Program, watch?: (piece: OutputPiece) => void): Promise<Result<ProgramEnd>>;
  /**
   * Starts a program that goes on until it ends by itself or is closed. Succeeds when it was started; `not_found` when it
   * could not be. `watch` sees everything that it says, in order; nothing is kept.
   */
  open(program: ProgramStart, watch: (piece: OutputPiece) => void): Promise<Result<RunningProgram>>;
}

/** What is started, and where. */
export interface ProgramStart {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment: nothing is added to it. */
  readonly env: ReadonlyMap<string, string>;
}

export interface RunningProgram {
  /** Writes to its input, in order, and waits while it takes no more; `not_writable` once its input is closed. */
  write(bytes: Uint8Array): Promise<Result<void>>;
  /** Settles when it has ended, whoever ended it; everything that it said was seen before. */
  readonly ended: Promise<Pick<ProgramEnd, 'code' | 'signal'>>;
  /**
   * Closes its input, which asks it to end, and then ends it and all its children. Settles when they are gone; may be
   * called again.
   */
  close(): Promise<void>;
}

export interface Program extends ProgramStart {
  readonly input?: Uint8Array;
  readonly timeoutMilliseconds: number;
  readonly signal?: AbortSignal;
  /** Bytes kept of each stream; what comes after is counted and dropped. */
  readonly keepBytes: number;
  /** It ends by itself within moments, also when this process is killed; so nothing has to be got ready to end it then, and it starts sooner. */
  readonly isBrief?: boolean;
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
