import type { CommandLine, CommandSpec, OptionSpec } from './command.ts';

/** The parser may fail before it knows, so the words themselves decide; behind `--` they are arguments. */
export function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? words.length : end).includes('--json');
}

/** Whether `--version` stands before the first command. */
export function asksForVersion(words: readonly string[], globals: readonly OptionSpec[]): boolean {
  return words.slice(0, firstCommand(words, globals)).some((word) => word === '--version' || word === '-V');
}

/** `help settings set` and `settings help set` mean `settings set --help`: the words that do, or undefined. */
export function asksForHelp(
  words: readonly string[],
  line: CommandLine,
): { readonly path: readonly string[]; readonly words: readonly string[] } | undefined {
  const { path, inner, next } = followCommands(words, line);
  if (words[next] !== 'help' || inner.length === 0) return undefined;
  const named = words.slice(next + 1).filter((word) => !word.startsWith('-'));
  return { path: [...path, ...named], words: [...words.slice(0, next), ...named, '--help'] };
}

/** Without a command it is this one that is meant, and so it is where the words begin with one of its options. */
export function withCommand(
  words: readonly string[],
  { name, options = [] }: CommandSpec,
): readonly string[] {
  const [first] = words;
  const isOwn = options.some(
    (option) => first === `--${option.name}` || first?.startsWith(`--${option.name}=`),
  );
  return first === undefined || isOwn ? [name, ...words] : words;
}

/** The commands that the words name, from the outermost: `settings set`. */
export function commandPath(words: readonly string[], line: CommandLine): readonly string[] {
  return followCommands(words, line).path;
}

/** Follows the names down the table; answers with the first that is not there. */
export function firstUnknown(path: readonly string[], commands: readonly CommandSpec[]): string | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  const spec = commands.find((command) => command.name === name);
  return spec === undefined ? name : firstUnknown(rest, spec.commands ?? []);
}

interface Followed {
  readonly path: readonly string[];
  /** The commands that may follow; none behind one that does something itself. */
  readonly inner: readonly CommandSpec[];
  /** Where the first word stands that is no command there. */
  readonly next: number;
}

function followCommands(words: readonly string[], { commands, globals }: CommandLine): Followed {
  const path: string[] = [];
  let inner = commands;
  let next = firstCommand(words, globals);
  for (;;) {
    const spec = inner.find(({ name }) => name === words[next]);
    if (spec === undefined) return { path, inner, next };
    path.push(spec.name);
    inner = spec.commands ?? [];
    next = firstCommand(words, globals, next + 1);
  }
}

/** Where the first word stands that is neither an option nor the value of one. */
function firstCommand(words: readonly string[], globals: readonly OptionSpec[], from = 0): number {
  const takesValue = new Set(
    globals.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])),
  );
  for (let index = from; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (takesValue.has(word)) index += 1;
    else if (!word.startsWith('-')) return index;
  }
  return words.length;
}
