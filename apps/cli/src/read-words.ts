import type { CommandSpec, OptionSpec } from './command.ts';

/** The parser may fail before it knows, so the words themselves decide; behind `--` they are arguments. */
export function asksForJson(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? words.length : end).includes('--json');
}

/** Whether `--version` stands before the first command. */
export function asksForVersion(words: readonly string[], globals: readonly OptionSpec[]): boolean {
  const options = words.slice(0, firstCommand(words, globals));
  return options.includes('--version') || options.includes('-V');
}

/** `help settings set` means `settings set --help`; undefined when the words do not begin with help. */
export function asksForHelp(
  words: readonly string[],
  globals: readonly OptionSpec[],
): readonly string[] | undefined {
  const place = firstCommand(words, globals);
  if (words[place] !== 'help') return undefined;
  const path = words.slice(place + 1).filter((word) => !word.startsWith('-'));
  return path;
}

/** Follows the names down the table; answers with the first that is not there. */
export function firstUnknown(path: readonly string[], commands: readonly CommandSpec[]): string | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return undefined;
  const spec = commands.find((command) => command.name === name);
  return spec === undefined ? name : firstUnknown(rest, spec.commands ?? []);
}

/** Where the first word stands that is neither an option nor the value of one. */
function firstCommand(words: readonly string[], globals: readonly OptionSpec[]): number {
  const takesValue = new Set(
    globals.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])),
  );
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (takesValue.has(word)) index += 1;
    else if (!word.startsWith('-')) return index;
  }
  return words.length;
}
