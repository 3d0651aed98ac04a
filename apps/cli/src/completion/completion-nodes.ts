import type { CommandLine, CommandSpec, OptionSpec } from '../command.ts';

/** One place in the command line, `settings get`, and what can be typed next. */
export interface CompletionNode {
  /** The commands typed so far, joined by spaces; empty at the start. */
  readonly path: string;
  readonly commands: readonly Candidate[];
  readonly options: readonly Candidate[];
  /** The candidates of each argument in turn. */
  readonly arguments: readonly (readonly string[])[];
}

export interface Candidate {
  readonly word: string;
  readonly summary: string;
}

/** What the shells need to know about options that take a value, by the option as it is typed. */
interface OptionValue {
  readonly option: string;
  readonly candidates: readonly string[] | 'folder';
}

export interface CompletionModel {
  readonly binary: string;
  readonly nodes: readonly CompletionNode[];
  readonly values: readonly OptionValue[];
}

export function createCompletionModel(
  setup: CommandLine & { readonly binary: string; readonly settingNames: readonly string[] },
): CompletionModel {
  const root: CommandSpec = {
    name: '',
    summary: '',
    options: [{ name: 'version', summary: 'print the version' }],
    commands: [...setup.commands, { name: 'help', summary: 'show help for a command' }],
  };
  const specs = flatten(root, '');
  const options = [...setup.globals, ...specs.flatMap(([, spec]) => spec.options ?? [])];
  return {
    binary: setup.binary,
    nodes: specs.map(([path, spec]) => ({
      path,
      commands: (spec.commands ?? []).map(({ name, summary }) => ({ word: name, summary })),
      options: [...(spec.options ?? []), ...setup.globals, { name: 'help', summary: 'show help' }].map(
        ({ name, summary }) => ({ word: `--${name}`, summary }),
      ),
      arguments: (spec.arguments ?? []).map(
        ({ choices, completes }) => choices ?? (completes === 'setting' ? setup.settingNames : []),
      ),
    })),
    values: options
      .filter(
        (option, index) =>
          option.value !== undefined && options.findIndex((o) => o.name === option.name) === index,
      )
      .map((option) => ({
        option: `--${option.name}`,
        candidates: valueCandidates(option, setup.settingNames),
      })),
  };
}

function valueCandidates(option: OptionSpec, settingNames: readonly string[]): readonly string[] | 'folder' {
  if (option.completes === 'folder') return 'folder';
  if (option.completes === 'setting') return settingNames.map((name) => `${name}=`);
  return option.choices ?? [];
}

function flatten(spec: CommandSpec, path: string): [string, CommandSpec][] {
  const inner = (spec.commands ?? []).flatMap((child) => flatten(child, `${path} ${child.name}`.trim()));
  return [[path, spec], ...inner];
}
