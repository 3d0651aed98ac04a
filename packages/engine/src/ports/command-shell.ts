import type { Result } from '@rook/contract';

import type { OutputPiece } from './shell.ts';

/** Runs command lines as the shell of the user would, and leaves nothing behind. */
export interface CommandShell {
  /**
   * Starts a line. `not_found` when there is no shell or no such folder; `no_sandbox` when it shall be confined and
   * cannot be. `watch` sees everything that it prints, in order, and may make it wait.
   */
  start(
    line: CommandLine,
    watch: (piece: OutputPiece) => Promise<void> | undefined,
  ): Promise<Result<RunningCommand>>;
  /** The variables of the user: those of this process and of the login shell. Asked once. */
  environment(options: { readonly loginShell: boolean }): Promise<UserEnvironment>;
  /** What can confine commands here, by its name; null: nothing can. */
  sandbox(): Promise<string | null>;
  /** Ends whatever carries one of these marks, with its children. Answers with the marks of which something ran. */
  endMarked(marks: readonly string[]): Promise<readonly string[]>;
}

export interface CommandLine {
  readonly command: string;
  /** An absolute path. */
  readonly cwd: string;
  /** The whole environment but for the mark. */
  readonly env: ReadonlyMap<string, string>;
  /** By which its processes are known, wherever they go. No other command has it. */
  readonly mark: string;
  /** Null: it may go on for ever. */
  readonly timeoutMilliseconds: number | null;
  readonly signal: AbortSignal;
  /** It is ended when it waits for what nobody can type. */
  readonly endsWaiting: boolean;
  /** Null: it is not confined. */
  readonly confinement: Confinement | null;
}

/**
 * An open file of its own that every process of a command is given, and by which it is known although it gave up all else. It can be
 * closed here as soon as the command was started.
 */
export interface CommandMark {
  readonly file: number;
  close(): void;
}

/** Bytes of the memory of a process that was started here; null where they cannot be read. */
export type ReadMemory = (id: number, address: number, length: number) => Uint8Array | null;

/** Where a confined command may write and whether it may speak with others. */
export interface Confinement {
  /** Absolute paths; everything else can only be read. */
  readonly writable: readonly string[];
  /** Absolute paths inside of those that can only be read. */
  readonly readOnly: readonly string[];
  /** What is made before, where it is not there: what is missing cannot be opened. */
  readonly caches: CacheFolders;
  /**
   * An absolute path of a folder. The git folders of the repository in which it lies can be written, whether inside of it, above it or
   * elsewhere (of a worktree, a submodule), but for what starts programs there when git is used. Null: there is none to look for.
   */
  readonly repository: string | null;
  /**
   * Absolute paths of git folders inside of what can be written, or of files that lead to one: what starts programs there can only be
   * read. Left out: there are none.
   */
  readonly nested?: readonly string[];
  readonly network: boolean;
}

export interface CacheFolders {
  /** An absolute path; nothing is made where it is not there. */
  readonly home: string;
  /** Relative to it. */
  readonly folders: readonly string[];
}

/** Makes the folders that are not there; what cannot be made is left out. */
export type MakeCaches = (caches: CacheFolders) => void;

export interface RunningCommand {
  /** Settles when it has ended with all that it started; everything that it printed was seen before. */
  readonly ended: Promise<CommandEnd>;
  /** Ends it and all that it started, and settles when they are gone. */
  stop(): Promise<void>;
}

export interface CommandEnd {
  /** The exit code of the shell; null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  /** Whether it came to its end, and who ended it if not. */
  readonly by: 'itself' | 'timeout' | 'cancelled' | 'stopped' | 'waiting';
  /** How many processes it had left running when it came to its end; they were ended. */
  readonly leftBehind: number;
  /** Files that a confined command put where git would run what they say. Left out: there are none. */
  readonly setAside?: readonly SetAside[];
}

/** Renames a file to what nobody reads, and answers with the new name; null where it cannot be. */
export type SetFileAside = (path: string) => string | null;

/** A file that was given another name, which git does not know. */
export interface SetAside {
  /** Both are absolute. */
  readonly path: string;
  /** Null: it could not be renamed. */
  readonly name: string | null;
}

export interface UserEnvironment {
  readonly variables: ReadonlyMap<string, string>;
  /** Why the login shell was not heard, where it was asked. */
  readonly problem: string | null;
}
