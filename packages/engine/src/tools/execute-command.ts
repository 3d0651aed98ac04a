import { fail, rook, rookError, succeed, type Result } from '@rook/contract';
import * as z from 'zod';

import { MOST_JOBS } from '../commands/background-jobs.ts';
import { COMMAND_LIMITS } from '../commands/command-limits.ts';
import { tellEnd, type RunReader } from '../commands/describe-run.ts';
import { runCommand, startCommand, type RanCommand, type WantedCommand } from '../commands/run-command.ts';
import { showOutput } from '../commands/show-output.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { CommandPorts } from './command-ports.ts';
import { tellRun } from './command-text.ts';
import { leaveNamed } from './nested-repositories.ts';
import { cleanPath, pathField, plainText } from './tool-paths.ts';
import { defineTool, type CallSurroundings, type ChangeReport, type Tool, type ToolReply } from './tool.ts';
import { watchCommand } from './watch-command.ts';

const MOST_TIMEOUT_SECONDS = 86_400;

const schema = z.strictObject({
  command: plainText(COMMAND_LIMITS.commandCharacters).describe('The line for the shell.'),
  cwd: pathField(
    'The folder to run it in, relative to the workspace. Left out: the workspace.',
  ).exactOptional(),
  timeout: z
    .int()
    .min(1)
    .max(MOST_TIMEOUT_SECONDS)
    .exactOptional()
    .describe('Seconds after which it is ended, where it may take other than usual.'),
  background: z
    .boolean()
    .exactOptional()
    .describe('True for what shall go on, such as a server: it is started, and nobody waits for it.'),
  description: z.string().max(1000).exactOptional().describe('What it is for, in one sentence.'),
});
type CommandInput = z.infer<typeof schema>;

export function createExecuteCommand(ports: CommandPorts): Tool {
  const { settings } = ports.commands.access;
  return defineTool({
    name: 'execute_command',
    description: [
      'Runs a line in the shell (bash where there is one), in the workspace. Nobody can type anything: a command that waits for input',
      `is ended, so give answers as options. It is ended after ${settings['commands.timeout']} s with all that it started, unless timeout`,
      'says otherwise; what shall go on is started with background. Prefer the other tools for reading and changing files. A search through',
      `folders needs no question where it leaves out what nobody should see: grep -rn … --exclude-dir=.git --exclude-dir=${rook.folder}.`,
    ].join(' '),
    schema,
    effect: 'command',
    effectOf: ({ command, cwd = '', background = false, timeout }) => ({
      kind: 'command',
      command,
      cwd: cleanPath(ports.workspace.root, cwd),
      ...(background ? { background } : {}),
      ...(timeout === undefined || background ? {} : { timeout }),
      paths: [],
    }),
    run: async (input, around) => executeCommand(ports, input, around),
  });
}

async function executeCommand(
  ports: CommandPorts,
  input: CommandInput,
  { turn, signal, command: judged, judged: named, isOrdered }: CallSurroundings,
): Promise<Result<ToolReply>> {
  const folder = await findFolder(ports.workspace, input.cwd ?? '');
  if (!folder.ok) return folder;
  const { access } = ports.commands;
  const { command, background = false } = input;
  const variables = judged?.variables ?? {};
  const writes = judged?.writes ?? true;
  const mayWrite = background ? judged?.isReadOnly !== true : writes;
  const author = isOrdered === true ? 'user' : ports.commands.by;
  const place = { command, folder: folder.value, turn, signal, by: author };
  const wanted = { ...place, background, variables, writes: mayWrite };
  if (background) return startJob(ports, wanted, { by: author, isReadOnly: !mayWrite, named });
  const timeoutSeconds = input.timeout ?? access.settings['commands.timeout'];
  const timed = { ...wanted, timeoutSeconds };
  const ran =
    judged?.isReadOnly === true
      ? await runUnwatched(ports, timed)
      : await runWatched(ports, timed, { by: author, named });
  if (!ran.ok) return ran;
  const { value } = ran;
  const text = tellRun(value.ran, { command, timeoutSeconds, notes: value.notes('model') });
  const { id, code, signal: endedBy, by, sandbox, output } = value.ran;
  const shown = showOutput(output, COMMAND_LIMITS.displayBytes, '');
  const told = tellEnd({ ...value.ran, output: shown.text, timeoutSeconds }, 'person');
  return succeed({
    text,
    command: {
      id,
      code,
      signal: endedBy,
      by,
      sandbox,
      output: shown.text,
      notes: [...told, ...value.notes('person')],
    },
    ...(code === 0 && by === 'itself' ? {} : { failed: true }),
    ...(value.changes === null ? {} : { changes: value.changes }),
  });
}

/** The real folder, inside the workspace. */
async function findFolder(workspace: Workspace, named: string): Promise<Result<string>> {
  const path = cleanPath(workspace.root, named);
  const located = await workspace.locate(path);
  if (!located.ok) return located;
  if (located.value.kind === 'folder') return succeed(located.value.path);
  return fail(rookError('not_found', `There is no folder ${named}; name one in the workspace, or none.`));
}

const UNRECORDED_END = 'How it ended could not be recorded.';

interface WatchedRun {
  readonly ran: RanCommand;
  readonly notes: (reader: RunReader) => readonly string[];
  readonly changes: ChangeReport | null;
}

/** Runs a command that was judged to change nothing. */
async function runUnwatched({ commands }: CommandPorts, wanted: WantedCommand): Promise<Result<WatchedRun>> {
  const ran = await runCommand(commands.access, wanted);
  if (!ran.ok) return ran;
  const notes = ran.value.isRecorded ? [] : [UNRECORDED_END];
  return succeed({ ran: ran.value, notes: () => notes, changes: null });
}

interface Ordered {
  readonly by: 'assistant' | 'user';
  /** What its words change, by real path. */
  readonly named: ReadonlySet<string>;
}

/** Runs a command and writes down what became of the files meanwhile. */
async function runWatched(
  ports: CommandPorts,
  wanted: WantedCommand,
  { by, named }: Ordered,
): Promise<Result<WatchedRun>> {
  const watch = await watchCommand(ports, { ...wanted, by });
  const repositories = leaveNamed(watch.repositories, named);
  const started = await startCommand(ports.commands.access, { ...wanted, repositories, look: watch.look });
  if (!started.ok) {
    await watch.drop();
    return started;
  }
  const ran = await started.value.finish(async () => watch.settle(started.value.id));
  const lost = ran.isRecorded ? [] : [UNRECORDED_END];
  return succeed({ ran, notes: (reader) => [...watch.notes(reader), ...lost], changes: watch.report() });
}

/** It outlives the call, and ends with the session. What it changed is written down when it has ended. */
async function startJob(
  ports: CommandPorts,
  wanted: Omit<WantedCommand, 'timeoutSeconds'>,
  { by, isReadOnly, named }: Ordered & { readonly isReadOnly: boolean },
): Promise<Result<ToolReply>> {
  const { access, jobs } = ports.commands;
  if (jobs.list().filter((job) => job.end() === null).length >= MOST_JOBS)
    return fail(
      rookError('too_many_calls', `${MOST_JOBS} commands run already; stop one with stop_command.`),
    );
  const watch = isReadOnly ? null : await watchCommand(ports, { ...wanted, by });
  const { signal } = new AbortController();
  const repositories = leaveNamed(watch?.repositories ?? [], named);
  const look = watch === null ? {} : { look: watch.look };
  const started = await startCommand(access, {
    ...wanted,
    ...look,
    repositories,
    signal,
    timeoutSeconds: null,
  });
  if (!started.ok) {
    await watch?.drop();
    return started;
  }
  const { id } = started.value;
  jobs.add(wanted.command, started.value, {
    settle: async () => watch?.settle(id) ?? null,
    notes: () => watch?.notes('model') ?? [],
  });
  return succeed({
    text: `The command runs in the background as ${id}. read_command shows what it prints, stop_command ends it; it ends with the session. What it changed in files is recorded when it has ended.`,
  });
}
