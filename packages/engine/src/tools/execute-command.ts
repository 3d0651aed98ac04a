import { fail, rookError, succeed, type ChangeSetId, type Result } from '@rook/contract';
import * as z from 'zod';

import { MOST_JOBS, type BackgroundJobs } from '../commands/background-jobs.ts';
import { COMMAND_LIMITS } from '../commands/command-limits.ts';
import { tellEnd } from '../commands/describe-run.ts';
import {
  runCommand,
  startCommand,
  type CommandAccess,
  type RanCommand,
  type WantedCommand,
} from '../commands/run-command.ts';
import { showOutput } from '../commands/show-output.ts';
import { writeCommandChanges, type CommandChange } from '../edits/write-command-changes.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ChangeAccess } from './change-files.ts';
import { tellChanges, tellRun } from './command-text.ts';
import { cleanPath, pathField, plainText } from './tool-paths.ts';
import {
  defineTool,
  type CallSurroundings,
  type ChangeReport,
  type ReportedFile,
  type Tool,
  type ToolReply,
} from './tool.ts';
import type { WorkspaceWatch } from './watch-workspace.ts';

/** What running commands needs beside the files. */
export interface CommandPorts {
  readonly workspace: Workspace;
  readonly changes: Pick<ChangeAccess, 'store' | 'journal' | 'nextId' | 'intent' | 'revision'>;
  readonly commands: CommandEquipment;
}

export interface CommandEquipment {
  readonly access: CommandAccess;
  readonly watch: WorkspaceWatch;
  readonly jobs: BackgroundJobs;
  /** Whose commands these are. */
  readonly by: 'assistant' | 'user';
}

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
      'says otherwise; what shall go on is started with background. Prefer the other tools for reading and changing files.',
    ].join(' '),
    schema,
    effect: 'command',
    effectOf: ({ command, cwd = '' }) => ({
      kind: 'command',
      command,
      cwd: cleanPath(ports.workspace.root, cwd),
      paths: [],
    }),
    run: async (input, around) => executeCommand(ports, input, around),
  });
}

async function executeCommand(
  ports: CommandPorts,
  input: CommandInput,
  { turn, signal, command: judged }: CallSurroundings,
): Promise<Result<ToolReply>> {
  const folder = await findFolder(ports.workspace, input.cwd ?? '');
  if (!folder.ok) return folder;
  const { access, jobs } = ports.commands;
  const { command, background = false } = input;
  const variables = judged?.variables ?? {};
  const writes = judged?.writes ?? true;
  const mayWrite = background ? judged?.isReadOnly !== true : writes;
  const wanted = { command, folder: folder.value, turn, signal, background, variables, writes: mayWrite };
  if (background) return startJob(access, jobs, wanted);
  const timeoutSeconds = input.timeout ?? access.settings['commands.timeout'];
  const timed = { ...wanted, timeoutSeconds };
  const ran = judged?.isReadOnly === true ? await runUnwatched(ports, timed) : await runWatched(ports, timed);
  if (!ran.ok) return ran;
  const { value } = ran;
  const text = tellRun(value.ran, { command, timeoutSeconds, notes: value.notes });
  const { id, code, signal: endedBy, by, sandbox, output } = value.ran;
  const shown = showOutput(output, COMMAND_LIMITS.displayBytes, '');
  const told = tellEnd({ ...value.ran, output: shown.text, timeoutSeconds });
  return succeed({
    text,
    command: { id, code, signal: endedBy, by, sandbox, output: shown.text, notes: [...told, ...value.notes] },
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
  readonly notes: readonly string[];
  readonly changes: ChangeReport | null;
}

/** Runs a command that was judged to change nothing. */
async function runUnwatched({ commands }: CommandPorts, wanted: WantedCommand): Promise<Result<WatchedRun>> {
  const ran = await runCommand(commands.access, wanted);
  if (!ran.ok) return ran;
  const notes = ran.value.isRecorded ? [] : [UNRECORDED_END];
  return succeed({ ran: ran.value, notes, changes: null });
}

/** Runs a command and writes down what became of the files meanwhile. */
async function runWatched(
  { changes, commands }: CommandPorts,
  wanted: WantedCommand,
): Promise<Result<WatchedRun>> {
  const { access, watch, by } = commands;
  const { shell, settings } = access;
  // Asking the login shell takes as long as looking at the files, and is done once.
  const [begun] = await Promise.all([
    watch.begin(),
    shell.environment({ loginShell: settings['commands.loginShell'] }),
  ]);
  const notes: string[] = [];
  let report: ChangeReport | null = null;
  const settle = async (): Promise<ChangeSetId | null> => {
    const found = begun.ok ? await begun.value.end() : begun;
    if (!found.ok) {
      notes.push(`What it changed is not known: ${found.error.message}`);
      return null;
    }
    const { files, madeFolders, more } = found.value;
    if (files.length === 0) return null;
    const { turn } = wanted;
    const revision = await changes.revision?.();
    const written = await writeCommandChanges(changes, {
      files,
      madeFolders,
      turn,
      intent: changes.intent(),
      by,
      ...(revision === undefined ? {} : { revision }),
    });
    if (!written.ok) {
      const paths = files.map(({ path }) => path).join(', ');
      notes.push(`It changed files (${paths}), and that could not be recorded: ${written.error.message}`);
      return null;
    }
    notes.push(...tellChanges(files, { changeSet: written.value, more }));
    report = { changeSet: written.value, files: files.map(reportFile), unknownFields: [] };
    return written.value;
  };
  const ran = await runCommand(access, wanted, settle);
  if (!ran.ok) return ran;
  if (!ran.value.isRecorded) notes.push(UNRECORDED_END);
  return succeed({ ran: ran.value, notes, changes: report });
}

function reportFile({ path }: CommandChange): ReportedFile {
  return { path, status: 'applied', added: 0, removed: 0 };
}

async function startJob(
  access: CommandAccess,
  jobs: BackgroundJobs,
  wanted: Omit<WantedCommand, 'timeoutSeconds'>,
): Promise<Result<ToolReply>> {
  if (jobs.list().filter((job) => job.end() === null).length >= MOST_JOBS)
    return fail(
      rookError('too_many_calls', `${MOST_JOBS} commands run already; stop one with stop_command.`),
    );
  // It outlives the call, and ends with the session.
  const started = await startCommand(access, {
    ...wanted,
    signal: new AbortController().signal,
    timeoutSeconds: null,
  });
  if (!started.ok) return started;
  jobs.add(wanted.command, started.value);
  const { id } = started.value;
  return succeed({
    text: `The command runs in the background as ${id}. read_command shows what it prints, stop_command ends it; it ends with the session. What it changes in files is not recorded as a change set.`,
  });
}
