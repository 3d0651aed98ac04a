import { fail, rookError, succeed, type Delta, type Result } from '@rook/contract';
import { runCommands, type OrderedRun, type OutputPiece, type RanCommands } from '@rook/engine';

import type { CommandCall, Outcome } from '../command.ts';
import { composeApply } from '../compose-apply.ts';
import { finishFirst } from '../terminal/finish-first.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { visibleLine } from '../terminal/visible.ts';
import { exitCode } from './command-exit-code.ts';
import { placeOfCommand, sayWhere } from './command-place.ts';

/** Runs the lines that a person typed; the exit code is that of the last one. */
export async function runCommandLine(call: CommandCall): Promise<Outcome> {
  const timeout = readTimeout(call);
  if (!timeout.ok) return timeout;
  const commands = call.lists.get('CMD') ?? [];
  if (commands.some((command) => command.trim() === ''))
    return fail(rookError('usage', 'A command is empty; write a line for the shell, in quotes.'));
  if (call.switches.has('supervise')) {
    const { superviseCommands } = await import('./command-supervise.ts');
    return superviseCommands(call, commands, timeout.value);
  }
  const composed = await composeApply(call, 'command');
  if (!composed.ok) return composed;
  const { setup, programs, named } = composed.value;
  const { commands: running, ...started } = programs;
  const cancel = new AbortController();
  call.terminal.whenClosed(() => cancel.abort());
  const screen = createScreen(call);
  const noticed = new Set<string>();
  const folder = placeOfCommand(call, setup.workspace.root);
  sayWhere(call, folder);
  const ran = await finishFirst(
    async () =>
      runCommands(
        {
          ...setup,
          ...started,
          listener: { entry: () => undefined, delta: screen.show },
          printed: screen.pass,
          notice: (text) => {
            noticed.add(text);
            call.terminal.note({ text: visibleLine(text), style: 'yellow' });
          },
          ready: async () => call.terminal.ready(),
        },
        {
          commands,
          folder,
          ...(timeout.value === undefined ? {} : { timeoutSeconds: timeout.value }),
          label: [call.brand.binary, 'command run', ...commands].join(' '),
          signal: cancel.signal,
          ...named,
        },
      ),
    { interrupted: () => cancel.abort(), hurry: () => void running.endAll() },
  );
  screen.end();
  return ran.ok ? tell(call, { ...ran.value, folder }, noticed) : ran;
}

function readTimeout({ options }: CommandCall): Result<number | undefined> {
  const given = options.get('timeout');
  if (given === undefined) return succeed(undefined);
  const seconds = Number(given);
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= 86_400) return succeed(seconds);
  return fail(rookError('usage', '--timeout takes whole seconds from 1 to 86400.'));
}

interface Screen {
  readonly show: (delta: Delta) => void;
  readonly pass: (piece: OutputPiece) => void;
  readonly end: () => void;
}

/** What is printed is shown as it comes, each stream on its own; a file or a program is given the bytes of its standard output. */
function createScreen({ terminal, json }: CommandCall): Screen {
  if (json) return { show: () => undefined, pass: () => undefined, end: () => undefined };
  const pass = terminal.startBytes();
  const texts = { stdout: terminal.startText('stdout'), stderr: terminal.startText('stderr') };
  return {
    show: (delta) => {
      if (delta.type !== 'command_output') return;
      if (pass === null || delta.stream === 'stderr') texts[delta.stream].write(delta.text);
    },
    pass: ({ stream, bytes }) => {
      if (stream === 'stdout') pass?.(bytes);
    },
    end: () => {
      texts.stdout.endLine();
      texts.stderr.endLine();
    },
  };
}

/** What was said while they ran is not said again. */
function tell(
  { terminal, json }: CommandCall,
  { session, runs, notRun, refused, isRecorded, folder }: RanCommands & { readonly folder: string },
  noticed: ReadonlySet<string>,
): Outcome {
  const code = exitCode(runs.at(-1));
  if (json)
    terminal.printJson({ session, cwd: folder === '' ? '.' : folder, runs: runs.map(describe), notRun });
  else {
    for (const { notes, ...run } of runs)
      note(terminal, { ...run, notes: notes.filter((text) => !noticed.has(text)) });
    if (refused === null) noteRest(terminal, runs, notRun);
  }
  if (refused !== null) return fail(refused);
  if (isRecorded) return { ...succeed(undefined), code };
  const sentence = `Not everything about ${session} could be recorded; \`rook diagnose\` says what is wrong.`;
  if (code === 0) return fail(rookError('journal_unavailable', sentence));
  terminal.note({ text: sentence, style: 'red' });
  return { ...succeed(undefined), code };
}

/** Told also where all else went well: what was ended because it was left behind, what was set aside because git would have run it, and what
 * another command wrote down. */
const ALWAYS_TOLD =
  /^It left .* running, which|^It made .*, by which git would run|^Files that changed while it ran are recorded in/u;

/** What went as it should needs no words. */
function note(terminal: Terminal, { notes, by, code, changeSet }: OrderedRun): void {
  const isPlain = by === 'itself' && code === 0 && changeSet === null;
  if (!isPlain || notes.some((text) => ALWAYS_TOLD.test(text)))
    for (const text of notes) terminal.note({ text: visibleLine(text), style: 'dim' });
}

function noteRest(terminal: Terminal, runs: readonly OrderedRun[], notRun: readonly string[]): void {
  const last = runs.at(-1);
  const how = last?.by === 'cancelled' ? 'was cancelled' : 'failed';
  for (const command of notRun)
    terminal.note({
      text: `Not run, because \`${visibleLine(last?.command ?? '')}\` ${how}: ${visibleLine(command)}`,
      style: 'yellow',
    });
}

function describe(run: OrderedRun): object {
  const { id, command, code, signal, by, output, sandbox, changeSet, notes } = run;
  return {
    id,
    command,
    exitCode: code,
    signal,
    endedBy: by,
    timedOut: by === 'timeout',
    output,
    sandbox,
    changeSet,
    notes,
  };
}
