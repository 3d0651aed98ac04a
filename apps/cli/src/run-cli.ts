import type { Result } from '@rook/contract';
import { rook } from '@rook/contract/brand';
import { rookError, type RookError } from '@rook/contract/errors';
import { CommanderError } from 'commander';

import packageFile from '../package.json' with { type: 'json' };
import { buildProgram, type ParsedCall } from './build-program.ts';
import { commandTable, globalOptions } from './command-table.ts';
import type { Surroundings } from './command.ts';
import { asksForHelp, asksForJson, asksForVersion, firstUnknown } from './read-words.ts';
import { printHelp } from './terminal/print-help.ts';
import type { Terminal } from './terminal/terminal.ts';
import { visibleLine } from './terminal/visible.ts';

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
    return outcome.ok ? DONE : report(outcome.error, json, terminal);
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return DONE;
    if (error instanceof CommanderError) return report(usageError(error), json, terminal);
    return report(rookError('internal', describeBug(error)), json, terminal);
  }
}

async function perform(
  words: readonly string[],
  json: boolean,
  terminal: Terminal,
  surroundings: Surroundings,
): Promise<Result<void>> {
  let outcome: Result<void> = { ok: true, value: undefined };
  if (asksForVersion(words, globalOptions)) {
    if (json) terminal.printJson({ version: packageFile.version, node: surroundings.nodeVersion });
    else terminal.print(packageFile.version);
    return outcome;
  }
  const help: string[] = [];
  const program = buildProgram({
    brand: rook,
    columns: terminal.columns,
    commands: commandTable,
    globals: globalOptions,
    writeHelp: (text) => help.push(text),
    run: async (call) => {
      outcome = await runCommand(call, json, terminal, surroundings);
    },
  });
  const path = asksForHelp(words, globalOptions);
  const unknown = path === undefined ? undefined : firstUnknown(path, commandTable);
  if (unknown !== undefined) {
    return {
      ok: false,
      error: rookError('usage', `There is no command ${unknown}; \`rook --help\` lists them.`),
    };
  }
  try {
    if (path !== undefined) await program.parseAsync([...path, '--help'], { from: 'user' });
    else if (words.every((word) => word === '--json')) program.outputHelp();
    else await program.parseAsync(words, { from: 'user' });
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
): Promise<Result<void>> {
  const run = await call.spec.load?.();
  if (run === undefined) throw new Error(`${call.spec.name} has nothing to run`);
  const { workspace, set, ...others } = call.options;
  const options = Object.entries(others);
  return run({
    brand: rook,
    commandLine: { commands: commandTable, globals: globalOptions },
    terminal,
    surroundings,
    arguments: call.arguments,
    switches: new Set(options.flatMap(([name, value]) => (value === true ? [name] : []))),
    options: new Map(options.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))),
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
function usageError(error: CommanderError): RookError {
  if (error.code === 'commander.help') {
    return rookError('usage', 'This command needs one of its own commands; `--help` lists them.');
  }
  const text = error.message
    .replace(/^error: /, '')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replace(/\.$/, '');
  return rookError('usage', text.endsWith(')') ? text : `${text}; \`rook --help\` shows what there is.`);
}

function describeBug(error: unknown): string {
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `Something broke inside Rook: ${said}. This is a bug; \`rook diagnose\` says more about this machine.`;
}
