import {
  fail,
  rookError,
  succeed,
  type ChangeSetId,
  type ContentHash,
  type EntryDraft,
  type Result,
  type RookError,
  type SessionId,
  type SettingValues,
  type TurnId,
} from '@rook/contract';

import type { Journal } from '../journal/open-journal.ts';
import type { Clock } from '../ports/clock.ts';
import type { CommandEnd, CommandShell, RunningCommand } from '../ports/command-shell.ts';
import type { KeptOutputs } from '../ports/kept-outputs.ts';
import type { OutputPiece } from '../ports/shell.ts';
import type { Blobs } from '../ports/store.ts';
import { cleanEnvironment } from './clean-environment.ts';
import type { SecretReader } from './clean-pieces.ts';
import { COMMAND_LIMITS } from './command-limits.ts';
import type { CommandOutput, OutputCollector } from './command-output.ts';
import { confineCommand, type ConfinedCommand } from './confine-command.ts';
import { keepOutput, type OutputKeeper } from './keep-output.ts';
import { showOutput } from './show-output.ts';

/** What commands of a session run with. */
export interface CommandAccess extends SecretReader {
  readonly shell: CommandShell;
  readonly journal: Pick<Journal, 'append'>;
  readonly blobs: Blobs;
  /** What is printed, for whoever has to look after it when this process dies. */
  readonly outputs: Pick<KeptOutputs, 'begin' | 'keep' | 'drop'>;
  readonly clock: Clock;
  readonly session: SessionId;
  readonly nextId: () => string;
  /** The absolute path of the workspace. */
  readonly root: string;
  /** Absolute paths that belong to Rook and that no command writes when it is confined. */
  readonly own: readonly string[];
  readonly settings: Pick<
    SettingValues,
    'commands.timeout' | 'commands.sandbox' | 'commands.network' | 'commands.loginShell'
  >;
  /** Before the command is written down, and after its end was: so that somebody looks after it when this process dies. */
  readonly begun: () => Promise<void>;
  readonly ended: () => Promise<void>;
  /** Shows what is printed as it comes; what it answers with makes the command wait. */
  readonly show: (shown: ShownOutput) => Promise<void> | undefined;
  /** Tells whoever looks on. */
  readonly notice: (text: string) => void;
}

interface ShownOutput extends OutputPiece {
  readonly turn: TurnId;
  readonly id: string;
  /** What the bytes say, with what was cut off the last ones. */
  readonly text: string;
}

export interface WantedCommand {
  readonly command: string;
  /** Relative to the workspace, and inside it; `''` is the workspace. */
  readonly folder: string;
  readonly turn: TurnId;
  /** Null: it may go on for ever. */
  readonly timeoutSeconds: number | null;
  readonly signal: AbortSignal;
  readonly background: boolean;
  /** By its own words it writes files, or it may do so while nobody looks. */
  readonly writes: boolean;
  /** What is set beside the environment of the user. */
  readonly variables: Readonly<Record<string, string>>;
  /** Git folders in the workspace that it shall find closed when it is confined, from the root on; left out: none. */
  readonly repositories?: readonly string[];
  /** Who ordered it; left out: nobody noted that. */
  readonly by?: 'assistant' | 'user';
  /** Left out: nobody looked at the files before. */
  readonly look?: CommandLook;
}

/** What was seen of the files before a command, for whoever has to look after it when this process dies. */
export interface CommandLook {
  /** Before the command begins; it is waited for. */
  keep(command: string): Promise<void>;
  /** When its end is written down. */
  drop(command: string): Promise<void>;
}

export interface RanCommand extends CommandEnd {
  readonly id: string;
  readonly output: CommandOutput;
  /** Where all of it is kept; null where nothing was printed or it could not be kept. */
  readonly blob: ContentHash | null;
  readonly sandbox: string | null;
  /** False: that it ended could not be written down. */
  readonly isRecorded: boolean;
}

/** A command that runs, and was written down before it did. */
export interface StartedCommand {
  readonly id: string;
  readonly sandbox: string | null;
  /** What is held of what it has printed by now. */
  readonly output: OutputCollector;
  readonly running: RunningCommand;
  /** Waits for its end and writes it down. `settle` is done between: it looks at what the command changed. */
  readonly finish: (settle?: () => Promise<ChangeSetId | null>) => Promise<RanCommand>;
}

/** Runs one command to its end. What it does is written down, on the disk, before it begins, and how it ended after. */
export async function runCommand(
  access: CommandAccess,
  wanted: WantedCommand,
  settle?: () => Promise<ChangeSetId | null>,
): Promise<Result<RanCommand>> {
  const started = await startCommand(access, wanted);
  return started.ok ? succeed(await started.value.finish(settle)) : started;
}

/** The same for one that goes on while others do something else. */
export async function startCommand(
  access: CommandAccess,
  wanted: WantedCommand,
): Promise<Result<StartedCommand>> {
  const refusal = refuseLine(wanted.command);
  if (refusal !== null) return fail(refusal);
  const { shell, settings, root, own, clock } = access;
  const user = await shell.environment({ loginShell: settings['commands.loginShell'] });
  if (user.problem !== null) access.notice(user.problem);
  const env = new Map([
    ...cleanEnvironment(user.variables, (text) => access.redact(text) !== text),
    ...Object.entries(wanted.variables),
  ]);
  const confined = await confineCommand(shell, {
    ...settings,
    command: wanted.command,
    root,
    own,
    nested: wanted.repositories ?? [],
    env,
  });
  if (!confined.ok) return confined;
  const id = access.nextId();
  const mark = markOf(access.session, id);
  await access.begun();
  const [noted] = await Promise.all([
    access.journal.append([startedEntry(wanted, { id, mark, ...confined.value })], { durable: true }),
    wanted.look?.keep(id),
  ]);
  if (!noted.ok) {
    await wanted.look?.drop(id);
    await access.ended();
    return fail(unrecorded(noted.error));
  }
  const keeper = keepOutput({ ...access, left: leftPlace(access, id) });
  const begun = clock.monotonic();
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const started = await shell.start(
    {
      command: wanted.command,
      cwd: wanted.folder === '' ? root : `${root}/${wanted.folder}`,
      env,
      mark,
      timeoutMilliseconds: wanted.timeoutSeconds === null ? null : wanted.timeoutSeconds * 1000,
      signal: wanted.signal,
      endsWaiting: !wanted.background,
      confinement: confined.value.confinement,
    },
    ({ stream, bytes }) => {
      const kept = keeper.add(bytes);
      const text = decoders[stream].decode(bytes, { stream: true });
      const shown = access.show({ turn: wanted.turn, id, stream, text, bytes });
      return kept === undefined || shown === undefined ? (kept ?? shown) : bothOf(kept, shown);
    },
  );
  const place = { access, wanted, id, begun, ...confined.value };
  if (!started.ok) {
    await keeper.end();
    await access.journal.append([notStarted(place, started.error)], { durable: true });
    await wanted.look?.drop(id);
    await access.outputs.drop(access.session, id);
    await access.ended();
    return started;
  }
  const running = started.value;
  return succeed({
    id,
    sandbox: confined.value.sandbox,
    output: keeper.output,
    running,
    finish: async (settle) => finish(place, await running.ended, keeper, settle),
  });
}

function leftPlace(
  { outputs, session }: CommandAccess,
  id: string,
): Parameters<typeof keepOutput>[0]['left'] {
  return {
    begin: async () => outputs.begin(session, id),
    note: async (pieces) => outputs.keep(session, id, pieces),
  };
}

/** By what the processes of a command are found, also by a later process of Rook. */
function markOf(session: SessionId, id: string): string {
  return `${session}.${id}`;
}

function refuseLine(command: string): RookError | null {
  if (command.trim() === '') return rookError('invalid_input', 'The command is empty; write one.');
  if (command.includes('\0'))
    return rookError('invalid_input', 'The command holds a NUL character, which no shell takes.');
  if (command.length <= COMMAND_LIMITS.commandCharacters) return null;
  const sentence = `The command has ${command.length} characters, which is too many; write a file and run that.`;
  return rookError('too_large', sentence);
}

function unrecorded({ message }: RookError): RookError {
  return rookError(
    'journal_unavailable',
    `The command was not run, because it cannot be recorded: ${message}`,
  );
}

interface RunPlace extends ConfinedCommand {
  readonly access: CommandAccess;
  readonly wanted: WantedCommand;
  readonly id: string;
  readonly begun: number;
}

function startedEntry(
  { turn, command, folder, background, writes, by }: WantedCommand,
  { id, mark, sandbox }: ConfinedCommand & { readonly id: string; readonly mark: string },
): EntryDraft {
  return {
    event_type: 'command_started',
    command_id: id,
    turn_id: turn,
    command,
    cwd: folder === '' ? '.' : folder,
    mark,
    ...(background ? { background } : {}),
    ...(writes ? { writes } : {}),
    ...(by === 'user' ? { by } : {}),
    ...(sandbox === null ? {} : { sandbox }),
  };
}

function notStarted({ access, wanted, id, begun }: RunPlace, { message }: RookError): EntryDraft {
  return {
    event_type: 'command_ended',
    command_id: id,
    turn_id: wanted.turn,
    exit_code: null,
    signal: null,
    timed_out: false,
    output: message,
    timing_ms: Math.round(access.clock.monotonic() - begun),
  };
}

async function finish(
  { access, wanted, id, begun, sandbox }: RunPlace,
  end: CommandEnd,
  keeper: OutputKeeper,
  settle: (() => Promise<ChangeSetId | null>) | undefined,
): Promise<RanCommand> {
  const timing = Math.round(access.clock.monotonic() - begun);
  const { blob, droppedBytes } = await keeper.end();
  const output = keeper.output.end();
  const changed = (await settle?.()) ?? null;
  const { code, signal, by, leftBehind } = end;
  const shown = showOutput(output, COMMAND_LIMITS.displayBytes, '');
  const { bytes, isBinary } = output;
  const written = await access.journal.append(
    [
      {
        event_type: 'command_ended',
        command_id: id,
        turn_id: wanted.turn,
        exit_code: code,
        signal,
        timed_out: by === 'timeout',
        output: shown.text,
        timing_ms: timing,
        ended_by: by,
        ...(blob === null
          ? {}
          : { whole: { blob, bytes, ...(droppedBytes === 0 ? {} : { dropped_bytes: droppedBytes }) } }),
        ...(isBinary ? { binary: true } : {}),
        ...(leftBehind === 0 ? {} : { left_behind: leftBehind }),
        ...(changed === null ? {} : { change_set_id: changed }),
      },
    ],
    { durable: true },
  );
  if (written.ok) {
    await wanted.look?.drop(id);
    if (bytes > 0) await access.outputs.drop(access.session, id);
  }
  await access.ended();
  return { ...end, id, output, blob, sandbox, isRecorded: written.ok };
}

async function bothOf(first: Promise<void>, second: Promise<void>): Promise<void> {
  await Promise.all([first, second]);
}
