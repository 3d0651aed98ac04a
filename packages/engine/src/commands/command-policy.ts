/** What a command is judged by: data, and what is known of paths by their names alone. */
export interface CommandPolicy {
  /** The setting `commands.allow`: beginnings of commands, word by word. */
  readonly allow: readonly string[];
  /** Those of them that came with Rook; what they allow is looked at argument by argument. */
  readonly builtIn: readonly string[];
  /** The real path of the workspace; null where there is none. */
  readonly root: string | null;
  /** Where it would run, from the root of the workspace on; empty for the root itself. */
  readonly cwd: string;
  /** Whether a path in the workspace is never changed without a question. */
  readonly isProtected: (path: string) => boolean;
  /** Whether a path in the workspace looks like it holds secrets. */
  readonly isSecret: (path: string) => boolean;
}

/** What a value of an option, or an argument, is. */
export type ArgumentKind =
  /** Plain text that no file is opened for. */
  | 'text'
  /**
   * A pattern of names that the program matches itself. Without quotation marks the shell may put files in its place, and only
   * programs have it of which no option does harm that ends like one.
   */
  | 'pattern'
  /** A name without a slash. */
  | 'name'
  | 'number'
  /** A path that is read, or written. */
  | 'read'
  | 'write'
  /** A folder of a Python project, maybe with the names of its extras in brackets behind it. */
  | 'project'
  /** A path that is written, and in which the program itself puts variables and home folders in place. */
  | 'expanded_write'
  /** Permissions, maybe with a sign before them: `755`, `/111`, `-u+x`. */
  | 'permissions'
  /** A time with a digit in it: `2024-01-01`, `2 days ago`. */
  | 'date'
  /** Lines of a file in git: the file stands behind the last colon. */
  | 'lines'
  /** A format of git: some of its signs start another program. */
  | 'format'
  /** Text that would be the name of a file if it began with an at sign. */
  | 'data'
  /** A header of a request: it can name a file, or another method. */
  | 'header'
  /** The method of a request. */
  | 'method'
  /** What is sent to a service, which may change something there. */
  | 'sent'
  /** What `curl -w` writes: it can name files. */
  | 'report'
  /** Flags of the linker of Go, of which some start programs. */
  | 'linker'
  /** A kind of report about coverage, and behind a colon the file or folder that it is written to. */
  | 'coverage'
  /** A setting of the code that rustc makes, of which some name programs. */
  | 'codegen'
  /** Which tests of pytest run: words with `and`, `or`, `not` and brackets. */
  | 'expression'
  /** A part of a program that is left out: `no:warnings`. */
  | 'left_out';

/** What the arguments that are no options are. */
export type OperandKind =
  | 'none'
  | 'text'
  | 'reads'
  | 'writes'
  /** Those before the last are read, and the last is written. */
  | 'copies'
  /** The same, and those before the last are gone afterwards. */
  | 'moves'
  /** The first is a pattern, the others are read. */
  | 'searches'
  /** Paths, brackets and the sign of negation of `find`. */
  | 'walks'
  /** Revisions and paths of git. */
  | 'revisions'
  /** Names of branches, and patterns of such names: none of them is a file. */
  | 'branches'
  | 'addresses'
  | 'downloads'
  | 'npm_packages'
  | 'python_packages'
  | 'go_packages'
  /** The first is a file that is run; what follows goes to it. */
  | 'script'
  /** The first is the name of a script of the workspace; what follows goes to it. */
  | 'task';

/** How a program is judged by its arguments. Whatever the table does not name asks. */
export interface ProgramRule {
  /** The words that it begins with: `git status`. */
  readonly tokens: string;
  /** Other names of the same. */
  readonly aliases?: readonly string[];
  /**
   * The options that are harmless, separated by blanks: `-l` takes nothing, `-n=number` takes a value, which the next word may be,
   * `--color?` and `--pretty?format` may have one behind an equals sign and never take the next word, `-#` is a number behind a dash.
   */
  readonly flags: string;
  readonly operands: OperandKind;
  /** Options are words behind one dash and are not put together, as in `find` and `go`. */
  readonly isSingleDash?: true;
  /** The next word is the value of an option that takes one also where it begins with a dash. Elsewhere such a word asks. */
  readonly takesDashes?: true;
  /** A value never stands at once behind an option of one letter: `-wg` is `-w -g`. */
  readonly isNeverAttached?: true;
  /** Behind two dashes nothing is an option of it. Elsewhere two dashes ask. */
  readonly endsOptions?: true;
  /** It neither changes anything nor reaches the network. */
  readonly isReadOnly?: true;
  /** It runs code that lies in the workspace, or that the workspace names. */
  readonly runsWorkspaceCode?: true;
  readonly network?: true;
  /** No option of it does harm, so that a pattern of files may also match names that begin with a dash. */
  readonly takesAnyGlob?: true;
  /** Without arguments it reads what to do from its input. */
  readonly needsOperand?: true;
  /** Whatever follows the first argument that is no option goes to what is run. */
  readonly stopsAtOperand?: true;
  /** One of these options makes it do something else, with no operand needed; alone it runs nothing of the workspace. */
  readonly informs?: string;
  /** It writes text of the caller's choice. */
  readonly writesContent?: true;
  readonly examples: { readonly allow: readonly string[]; readonly ask: readonly string[] };
}
