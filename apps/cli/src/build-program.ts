import type { Brand } from '@rook/contract';
import { Argument, Command, InvalidArgumentError, Option, type Help } from 'commander';

import type { ArgumentSpec, CommandLine, CommandSpec, OptionSpec } from './command.ts';

/** What was typed, understood: which command, and its words by their names. */
export interface ParsedCall {
  readonly spec: CommandSpec;
  readonly arguments: ReadonlyMap<string, string>;
  /** Of an argument that may be given several times, all of it. */
  readonly several: ReadonlyMap<string, readonly string[]>;
  readonly options: Readonly<Record<string, unknown>>;
}

interface ProgramSetup extends CommandLine {
  readonly brand: Brand;
  readonly columns: number;
  readonly writeHelp: (text: string) => unknown;
  readonly run: (call: ParsedCall) => Promise<void>;
}

/** Makes the parser from the table. It never ends the process: every end is a thrown CommanderError. */
export function buildProgram(setup: ProgramSetup): Command {
  const { brand } = setup;
  const program = prepare(new Command(brand.binary), setup)
    .description(`${brand.title}: a governed agent workbench.`)
    .option('-V, --version', 'print the version')
    .usage('[options] [command]')
    .addHelpText('after', examplesText(ROOT_EXAMPLES))
    .helpCommand('help [COMMAND...]', 'show help for a command');
  for (const option of setup.globals) program.addOption(buildOption(option));
  for (const spec of setup.commands) program.addCommand(buildCommand(spec, setup));
  return program;
}

/** Below this many columns a description stands under its term, not beside it. */
const NARROW_COLUMNS = 60;

const ROOT_EXAMPLES: readonly (readonly [string, string])[] = [
  ['rook ask "What does this folder do?"', 'asks a model, which may read and search here'],
  ['rook diagnose', 'what works here'],
  ['rook settings list --changed', 'what differs from the defaults'],
  ['rook settings set mode safe', 'let nothing be changed'],
];

function buildCommand(spec: CommandSpec, setup: ProgramSetup): Command {
  const command = prepare(new Command(spec.name), setup).summary(spec.summary);
  command.description(spec.detail === undefined ? spec.summary : `${spec.summary}\n\n${spec.detail}`);
  const leading = startsOptional(spec);
  for (const argument of spec.arguments ?? [])
    command.addArgument(buildArgument(leading ? { ...argument, required: false } : argument));
  if (leading) command.usage(['[options]', ...(spec.arguments ?? []).map(argumentText)].join(' '));
  for (const option of spec.options ?? []) command.addOption(buildOption(option));
  for (const inner of spec.commands ?? []) command.addCommand(buildCommand(inner, setup));
  if (spec.examples !== undefined) command.addHelpText('after', examplesText(spec.examples));
  if (spec.load !== undefined) command.action(async () => setup.run(parsedCall(spec, command)));
  else command.helpCommand(false);
  return command;
}

function prepare(command: Command, setup: ProgramSetup): Command {
  return command
    .helpOption('-h, --help', 'show this help')
    .exitOverride()
    .allowExcessArguments(false)
    .showSuggestionAfterError(true)
    .configureHelp({ showGlobalOptions: true, helpWidth: setup.columns, ...layout(setup.columns) })
    .configureOutput({
      writeOut: setup.writeHelp,
      writeErr: () => undefined,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
}

function layout(columns: number): Partial<Help> {
  if (columns >= NARROW_COLUMNS) return {};
  return {
    minWidthToWrap: 1,
    formatItem: (term, _termWidth, description, helper) => {
      const wrapped = helper.boxWrap(description, columns - NARROW_INDENT.length);
      return `  ${term}\n${wrapped.replaceAll(/^/gm, NARROW_INDENT)}`;
    },
  };
}

const NARROW_INDENT = '      ';

/** Whether the first argument may be left out although others may not: `rename [SESSION] <TITLE>`. */
function startsOptional({ arguments: [first, ...others] = [] }: CommandSpec): boolean {
  return first?.required === false && others.some(({ required }) => required);
}

function argumentText({ name, required, isSeveral }: ArgumentSpec): string {
  const text = isSeveral === true ? `${name}...` : name;
  return required ? `<${text}>` : `[${text}]`;
}

function buildArgument(spec: ArgumentSpec): Argument {
  const argument = new Argument(argumentText(spec), spec.summary);
  return spec.choices === undefined ? argument : argument.choices([...spec.choices]);
}

function valueText(value: string, optional: boolean): string {
  return optional ? ` [${value}]` : ` <${value}>`;
}

function buildOption(spec: OptionSpec): Option {
  const option = new Option(
    `--${spec.name}${spec.value === undefined ? '' : valueText(spec.value, spec.valueOptional === true)}`,
    spec.summary,
  );
  if (spec.choices !== undefined) return option.choices([...spec.choices]);
  if (spec.value === undefined) return option;
  return spec.repeatable === true
    ? option.argParser((value: string, earlier: readonly string[] | undefined) => [
        ...(earlier ?? []),
        checkedValue(spec, value),
      ])
    : option.argParser((value: string) => checkedValue(spec, value));
}

/** A value that was left out must not swallow the option behind it. */
function checkedValue({ value: name, completes }: OptionSpec, value: string): string {
  if (value === '') throw new InvalidArgumentError(`It needs a ${name} that is not empty.`);
  if (!value.startsWith('--')) return value;
  const advice = completes === 'folder' ? `, or write ./${value} for a folder of that name` : '';
  throw new InvalidArgumentError(`It looks like an option; give a ${name} before it${advice}.`);
}

function parsedCall(spec: CommandSpec, command: Command): ParsedCall {
  const all = spec.arguments ?? [];
  const leading = startsOptional(spec);
  const missing = leading && command.args.length === 0 ? all.find(({ required }) => required) : undefined;
  if (missing !== undefined) command.error(`error: missing required argument '${missing.name}'`);
  const leftOut = leading ? all.length - command.args.length : 0;
  const words = all.slice(leftOut).flatMap(({ name }, index): [string, string][] => {
    const word = command.args[index];
    return word === undefined ? [] : [[name, word]];
  });
  const several = new Map(
    all.flatMap(({ name, isSeveral }, index): [string, readonly string[]][] =>
      isSeveral === true ? [[name, command.args.slice(index)]] : [],
    ),
  );
  const options = command.optsWithGlobals<Record<string, unknown>>();
  return { spec, arguments: new Map(words), several, options };
}

function examplesText(examples: readonly (readonly [string, string])[]): string {
  return `\nExamples:\n${examples.map(([typed, does]) => `  $ ${typed}\n      ${does}`).join('\n')}`;
}
