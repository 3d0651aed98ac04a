import { rook } from '@rook/contract/brand';
import { rookError, type RookError } from '@rook/contract/errors';
import { CommanderError } from 'commander';

import packageFile from '../package.json' with { type: 'json' };
import { buildProgram, type ParsedCall } from './build-program.ts';
import { openCommand } from './command-table-open.ts';
import { commandTable, globalOptions } from './command-table.ts';
import type { CommandLine, Outcome, Surroundings } from './command.ts';
import {
  asksForHelp,
  asksForJson,
  asksForVersion,
  commandPath,
  firstUnknown,
  withCommand,
} from './read-words.ts';
import { printHelp } from './terminal/print-help.ts';
import type { Terminal } from './terminal/terminal.ts';
import { visibleLine } from './terminal/visible.ts';

const commandLine: CommandLine = { commands: commandTable, globals: globalOptions };

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;
const CANCELLED = 130;

/** Runs one call of the command line and answers with the exit code. Does not throw. */
export async function runCli(
  words: readonly string[],
  terminal: Terminal,
  surroundings: Surroundings,
): Promise<number> {
  const json = asksForJson(words);
  try {
    const outcome = await perform(words, json, terminal, surroundings);
    if (outcome.code !== undefined) return outcome.code;
    if (outcome.ok) return DONE;
    return outcome.told === true ? FAILED : report(outcome.error, json, terminal);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return DONE;
    if (error instanceof CommanderError) {
      const { usageError } = await import('./usage-error.ts');
      const path = commandPath(words, commandLine);
      return report(usageError(error, path, helpOf(path)), json, terminal);
    }
    return report(rookError('internal', describeBug(error)), json, terminal);
  }
}

async function perform(
  words: readonly string[],
  json: boolean,
  terminal: Terminal,
  surroundings: Surroundings,
): Promise<Outcome> {
  let outcome: Outcome = { ok: true, value: undefined };
  if (asksForVersion(words, globalOptions)) {
    if (json) terminal.printJson({ version: packageFile.version, node: surroundings.nodeVersion });
    else terminal.print(packageFile.version);
    return outcome;
  }
  const help: string[] = [];
  const program = buildProgram({
    brand: rook,
    columns: terminal.columns,
    ...commandLine,
    writeHelp: (text) => help.push(text),
    run: async (call) => {
      outcome = await runCommand(call, json, terminal, surroundings);
    },
  });
  const asked = asksForHelp(words, commandLine);
  const unknown = asked === undefined ? undefined : firstUnknown(asked.path, commandTable);
  if (asked !== undefined && unknown !== undefined) {
    const known = helpOf(commandPath(asked.path, commandLine));
    return { ok: false, error: rookError('usage', `There is no command ${unknown}; ${known} lists them.`) };
  }
  try {
    if (asked !== undefined) await program.parseAsync(asked.words, { from: 'user' });
    else if (words.length === 1 && json) program.outputHelp();
    else await program.parseAsync(withCommand(words, openCommand), { from: 'user' });
  } finally {
    showHelp(help.join(''), json, terminal);
  }
  return outcome;
}

/** Shows the help that was asked for; help that comes with a usage error is left to the error. */
function showHelp(text: string, json: boolean, terminal: Terminal): void {
  if (text === '') return;
  if (json) terminal.printJson({ help: text });
  else printHelp(terminal, text);
}

async function runCommand(
  call: ParsedCall,
  json: boolean,
  terminal: Terminal,
  surroundings: Surroundings,
): Promise<Outcome> {
  const run = await call.spec.load?.();
  if (run === undefined) throw new Error(`${call.spec.name} has nothing to run`);
  const { workspace, set, version, ...others } = call.options;
  if (version === true) {
    const message = "unknown option '--version' behind a command; `rook --version` prints the version.";
    return { ok: false, error: rookError('usage', message) };
  }
  const options = Object.entries(others);
  return run({
    brand: rook,
    commandLine,
    terminal,
    surroundings,
    arguments: call.arguments,
    switches: new Set(options.flatMap(([name, value]) => (value === true ? [name] : []))),
    options: new Map(options.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
    lists: new Map([
      ...options.flatMap(([name, value]): [string, string[]][] =>
        Array.isArray(value) ? [[name, value.map(String)]] : [],
      ),
      ...call.several,
    ]),
    json,
    ...(typeof workspace === 'string' ? { workspace } : {}),
    assignments: Array.isArray(set) ? set.map(String) : [],
  });
}

function report(error: RookError, json: boolean, terminal: Terminal): number {
  if (json) terminal.printJson({ error });
  else terminal.note({ text: 'rook: ', style: 'red' }, visibleLine(error.message));
  if (error.code === 'usage') return WRONG_USAGE;
  return error.code === 'cancelled' ? CANCELLED : FAILED;
}

/** `error: unknown command 'x'\n(Did you mean y?)` becomes one sentence that says what to do. */
function helpOf(path: readonly string[]): string {
  return `\`${[rook.binary, ...path].join(' ')} --help\``;
}

function describeBug(error: unknown): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `Something broke inside Rook: ${said}. This is a bug; \`rook diagnose\` says more about this machine.`;
}
