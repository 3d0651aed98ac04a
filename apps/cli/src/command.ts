import type { Brand, Result } from '@rook/contract';

import type { Terminal } from './terminal/terminal.ts';

/** One command of the command line, as data: help, completion and parsing are all made from it. */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  readonly detail?: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** What to type, and what it does. */
  readonly examples?: readonly (readonly [string, string])[];
  readonly commands?: readonly CommandSpec[];
  /** Loads the chunk that does it; left out for a command that only groups others. */
  readonly load?: () => Promise<RunCommand>;
}

export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
  readonly choices?: readonly string[];
  /** The last one may be given several times; all of them are in the lists of the call. */
  readonly isSeveral?: true;
  /** What the shell completes it with; a `value` is one of the setting that the word before names. */
  readonly completes?: 'setting' | 'value';
}

export interface OptionSpec {
  /** Without the dashes: `scope`. */
  readonly name: string;
  /** What the value is called in help; left out for a switch. */
  readonly value?: string;
  /** The option may stand without its value, and is then a switch. */
  readonly valueOptional?: boolean;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly repeatable?: boolean;
  readonly completes?: 'file' | 'folder' | 'setting';
}

export type RunCommand = (call: CommandCall) => Promise<Outcome>;

/** How a command ended; `told` when what it printed already says why it failed. `code` is the exit code where it is not ours. */
export type Outcome = Result<void> & { readonly told?: boolean; readonly code?: number };

export interface CommandLine {
  readonly commands: readonly CommandSpec[];
  /** Options that every command takes. */
  readonly globals: readonly OptionSpec[];
}

/** What a command is given. */
export interface CommandCall {
  readonly brand: Brand;
  /** The whole command line, for commands that speak about it. */
  readonly commandLine: CommandLine;
  readonly terminal: Terminal;
  readonly surroundings: Surroundings;
  readonly arguments: ReadonlyMap<string, string>;
  /** By their names in camel case: `--dry-run` is `dryRun`, here and in the options. */
  readonly switches: ReadonlySet<string>;
  readonly options: ReadonlyMap<string, string>;
  /** The values of options and arguments that may be given several times, in order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly json: boolean;
  /** What `--workspace` says. */
  readonly workspace?: string;
  /** What `--set` says, in order. */
  readonly assignments: readonly string[];
}

/** What the process was started with. */
export interface Surroundings {
  readonly variables: ReadonlyMap<string, string>;
  readonly currentFolder: string;
  readonly platform: string;
  readonly nodeVersion: string;
}
