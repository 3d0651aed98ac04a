import type { CommandLine, CommandSpec, OptionSpec } from '../command.ts';

/** One place in the command line, `settings get`, and what can be typed next. */
export interface CompletionNode {
  /** The commands typed so far, joined by spaces; empty at the start. */
  readonly path: string;
  readonly commands: readonly Candidate[];
  readonly options: readonly Candidate[];
  /** The candidates of each argument in turn; `value` means those of the setting that the argument before names. */
  readonly arguments: readonly (readonly string[] | 'value')[];
}

export interface Candidate {
  readonly word: string;
  readonly summary: string;
}

/** What an option's value is completed with; an `assignment` is `NAME=VALUE` of a setting. */
type ValueCandidates = readonly string[] | 'file' | 'folder' | 'assignment';

/** What the shells need to know about options that take a value, by the option as it is typed. */
interface OptionValue {
  readonly option: string;
  readonly candidates: ValueCandidates;
}

/** A setting and the values that are offered for it. */
interface CompletionSetting {
  readonly name: string;
  readonly choices: readonly string[];
}

export interface CompletionModel {
  readonly binary: string;
  readonly nodes: readonly CompletionNode[];
  readonly values: readonly OptionValue[];
  readonly settings: readonly CompletionSetting[];
}

export function createCompletionModel(
  setup: CommandLine & { readonly binary: string; readonly settings: readonly CompletionSetting[] },
): CompletionModel {
  const help = { name: 'help', summary: 'show help for a command', commands: setup.commands.map(nameOnly) };
  const root: CommandSpec = {
    name: '',
    summary: '',
    options: [{ name: 'version', summary: 'print the version' }],
    commands: [...setup.commands, help],
  };
  const specs = flatten(root, '');
  const settingNames = setup.settings.map(({ name }) => name);
  // Where options of several commands share a name, the one with something to offer counts.
  const options = [...setup.globals, ...specs.flatMap(([, spec]) => spec.options ?? [])].toSorted(
    (a, b) => Number(offersSomething(b)) - Number(offersSomething(a)),
  );
  return {
    binary: setup.binary,
    nodes: specs.map(([path, spec]) => ({
      path,
      commands: (spec.commands ?? []).map(({ name, summary }) => ({ word: name, summary })),
      options: [...(spec.options ?? []), ...setup.globals, { name: 'help', summary: 'show help' }].map(
        ({ name, summary }) => ({ word: `--${name}`, summary }),
      ),
      arguments: (spec.arguments ?? []).map(({ choices, completes }) => {
        if (completes === 'value') return 'value';
        return choices ?? (completes === 'setting' ? settingNames : []);
      }),
    })),
    values: options
      .filter(
        (option, index) =>
          option.value !== undefined &&
          option.valueOptional !== true &&
          options.findIndex((o) => o.name === option.name) === index,
      )
      .map((option) => ({ option: `--${option.name}`, candidates: valueCandidates(option) })),
    settings: setup.settings,
  };
}

/** The settings that share their choices, so that a script names the choices once. */
export function groupByChoices(
  settings: readonly CompletionSetting[],
): readonly { readonly names: readonly string[]; readonly choices: readonly string[] }[] {
  const groups = new Map<string, { names: string[]; choices: readonly string[] }>();
  for (const { name, choices } of settings) {
    const group = groups.get(choices.join(' ')) ?? { names: [], choices };
    group.names.push(name);
    if (choices.length > 0) groups.set(choices.join(' '), group);
  }
  return [...groups.values()];
}

/** Help takes the names of commands and nothing of what they take. */
function nameOnly({ name, summary, commands = [] }: CommandSpec): CommandSpec {
  return { name, summary, commands: commands.map(nameOnly) };
}

function offersSomething({ choices, completes }: OptionSpec): boolean {
  return choices !== undefined || completes !== undefined;
}

function valueCandidates(option: OptionSpec): ValueCandidates {
  if (option.completes === 'file' || option.completes === 'folder') return option.completes;
  return option.completes === 'setting' ? 'assignment' : (option.choices ?? []);
}

function flatten(spec: CommandSpec, path: string): [string, CommandSpec][] {
  const inner = (spec.commands ?? []).flatMap((child) => flatten(child, `${path} ${child.name}`.trim()));
  return [[path, spec], ...inner];
}
