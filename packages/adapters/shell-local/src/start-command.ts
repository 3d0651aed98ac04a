import { spawn, type ChildProcess } from 'node:child_process';

import { fail, rookError, succeed, type Result, type RookError } from '@rook/contract';
import type {
  CommandEnd,
  CommandLine,
  CommandMark,
  OutputPiece,
  ReadMemory,
  RunningCommand,
} from '@rook/engine';

import { explainNotStarted } from './explain-not-started.ts';
import { createPeerFinder } from './find-peer.ts';
import { describeFile } from './process-table.ts';
import { MARK, MARK_FILE, openTree, type ProcessTree } from './process-tree.ts';
import { canSeeWaiting, findWaiting } from './waits-for-input.ts';

/** How long a command that was asked to end may take before it is made to. */
const GRACE_MILLISECONDS = 2000;
/** How often it is looked for what the command started, and whether it waits for input. */
const LOOK_MILLISECONDS = 250;
/** Seen so often in a row, with no work done between, a command waits. */
const WAITING_LOOKS = 3;
/** What nobody holds open any more comes to its end at once; a process that cannot be ended may hold it for ever. */
const LAST_OUTPUT_MILLISECONDS = 2000;

/** What is really started for a line. */
export interface StartedProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** Is closed as soon as it was handed on. */
  readonly mark?: CommandMark | null;
  /** Left out: what a process waits for with `poll` and `select` is not seen. */
  readonly readMemory?: ReadMemory;
  /** It writes into the file `BEGUN_FILE` as soon as the line itself is about to run; what ends before never ran. */
  readonly tellsBegin?: true;
  /** Files from `FIRST_EMPTY_FILE` on that hold nothing. */
  readonly emptyFiles?: number;
}

export const FIRST_EMPTY_FILE = 3;

/** Beside the mark; closed before the line runs. */
export const BEGUN_FILE = 8;

type Watch = (piece: OutputPiece) => Promise<void> | undefined;

/**
 * Starts a command in a session of its own, so that it has no terminal, and looks after all that it starts. Without a mark it is given a
 * socket in its place: then what has no other sign left is found only if the command was still there when it was looked at.
 */
export async function startCommand(
  line: CommandLine,
  { file, args, mark = null, readMemory = () => null, tellsBegin, emptyFiles = 0 }: StartedProgram,
  watch: Watch,
): Promise<Result<RunningCommand>> {
  const seesWaiting = line.endsWaiting && !SEARCHES_INPUT.test(line.command) && canSeeWaiting();
  const child = spawn(file, args, {
    cwd: line.cwd,
    env: { ...Object.fromEntries(line.env), [MARK]: line.mark },
    stdio: stdioOf({ seesWaiting, tellsBegin: tellsBegin === true, emptyFiles }, mark),
    detached: true,
    windowsHide: true,
  });
  const { pid } = child;
  const marks = { mark: line.mark, link: mark === null ? null : describeFile('self', mark.file) };
  mark?.close();
  // At once: of a command that has ended already nobody could say any more which sockets its processes hold.
  const tree = pid === undefined ? null : openTree(pid, { ...marks, isConfined: line.confinement !== null });
  const failed = await whetherStarted(child);
  if (failed !== null || pid === undefined || tree === null)
    return fail(explainNotStarted({ file, args, cwd: line.cwd, env: line.env }, failed ?? undefined));
  // Whoever wants to write is told that there is nobody; here nobody does.
  child.stdin?.on('error', () => undefined);
  for (const stream of [...child.stdio.slice(FIRST_EMPTY_FILE, BEGUN_FILE), child.stdio.at(MARK_FILE)])
    stream?.destroy();
  const input = seesWaiting ? describeFile(pid, 0) : null;
  const following = { tree, input, readMemory };
  if (tellsBegin !== true) return succeed(follow(child, line, { ...following, watch }));
  const setup = watchSetup(child, watch);
  const running = follow(child, line, { ...following, watch: setup.watch });
  if ((await setup.begun) || (await running.ended).by !== 'itself') return succeed(running);
  return fail(explainSetup(setup.said()));
}

interface WatchedSetup {
  readonly begun: Promise<boolean>;
  readonly watch: Watch;
  /** What was printed although the line never ran. */
  readonly said: () => string;
}

/** Nobody sees what was printed until it is known who did. */
function watchSetup(child: ChildProcess, watch: Watch): WatchedSetup {
  const sign = child.stdio.at(BEGUN_FILE);
  const { promise: begun, resolve } = Promise.withResolvers<boolean>();
  let hasBegun: boolean | null = null;
  const settle = (value: boolean): void => {
    hasBegun ??= value;
    resolve(value);
    sign?.destroy();
  };
  sign?.on('error', () => settle(false));
  sign?.once('close', () => settle(false));
  if (sign !== null && sign !== undefined && 'read' in sign) sign.once('data', () => settle(true));
  let said = '';
  const pass = async (piece: OutputPiece): Promise<void> => {
    if (await begun) await watch(piece);
    else said += new TextDecoder().decode(piece.bytes);
  };
  return { begun, watch: (piece) => (hasBegun === true ? watch(piece) : pass(piece)), said: () => said };
}

const MOST_SAID = 500;

function explainSetup(said: string): RookError {
  const why = said.trim().slice(0, MOST_SAID);
  const sentence = `The sandbox could not be set up${why === '' ? '' : ` (${why})`}, so the command was not run. Mend what is named there; else the user can set commands.sandbox to off.`;
  return rookError('no_sandbox', sentence);
}

interface GivenFiles {
  readonly seesWaiting: boolean;
  readonly tellsBegin: boolean;
  readonly emptyFiles: number;
}

/** Nothing is ever said on the last one: that it is open is the mark. */
function stdioOf(
  { seesWaiting, tellsBegin, emptyFiles }: GivenFiles,
  mark: CommandMark | null,
): ('pipe' | 'ignore' | number)[] {
  const stdio = Array<'pipe' | 'ignore' | number>(MARK_FILE + 1).fill('ignore');
  return stdio
    .fill('pipe', FIRST_EMPTY_FILE, FIRST_EMPTY_FILE + emptyFiles)
    .with(0, seesWaiting ? 'pipe' : 'ignore')
    .with(1, 'pipe')
    .with(2, 'pipe')
    .with(BEGUN_FILE, tellsBegin ? 'pipe' : 'ignore')
    .with(MARK_FILE, mark?.file ?? 'pipe');
}

/** These search what they are given instead of the folder, unless it is nothing. */
const SEARCHES_INPUT = /(?:^|[^\w-])(?:rg|ag|ack)(?:$|[^\w-])/u;

/** Null where it runs, else why not. */
async function whetherStarted(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once('spawn', () => resolve(null));
    child.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
  });
}

interface Following {
  readonly tree: ProcessTree;
  /** What its input is; null where it was given none. */
  readonly input: string | null;
  readonly watch: Watch;
  readonly readMemory: ReadMemory;
}

function follow(
  child: ChildProcess,
  line: CommandLine,
  { tree, input, watch, readMemory }: Following,
): RunningCommand {
  let by: CommandEnd['by'] = 'itself';
  let ending: Promise<number> | null = null;
  const end = async (reason: CommandEnd['by']): Promise<number> => {
    if (ending === null) by = reason;
    ending ??= tree.end(GRACE_MILLISECONDS);
    return ending;
  };
  const cancel = (): void => void end('cancelled');
  line.signal.addEventListener('abort', cancel, { once: true });
  if (line.signal.aborted) cancel();
  const { timeoutMilliseconds } = line;
  const late =
    timeoutMilliseconds === null ? undefined : setTimeout(() => void end('timeout'), timeoutMilliseconds);
  const looking = setInterval(
    createLook({ tree, input, readMemory }, () => void end('waiting')),
    LOOK_MILLISECONDS,
  );
  passOn(child, watch);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));

  const ended = new Promise<CommandEnd>((resolve) => {
    child.once('exit', (code, signal) => {
      clearTimeout(late);
      clearInterval(looking);
      line.signal.removeEventListener('abort', cancel);
      child.stdin?.destroy();
      void (async () => {
        const leftBehind = ending === null ? await tree.end(GRACE_MILLISECONDS) : 0;
        await ending;
        await orSoon(child, closed);
        resolve({ code, signal, by, leftBehind });
      })();
    });
  });
  return {
    ended,
    stop: async () => {
      await end('stopped');
      await ended;
    },
  };
}

/** What is found is remembered by the tree, also when it leaves it later. */
function createLook(
  { tree, input, readMemory }: Pick<Following, 'tree' | 'input' | 'readMemory'>,
  waits: () => void,
): () => void {
  let [seen, looks, worked] = [-1, 0, -1];
  const findPeer = createPeerFinder();
  return () => {
    const processes = tree.find();
    if (input === null) return;
    const waiting = findWaiting(processes, { input, readMemory, findPeer });
    const work = processes.reduce((sum, one) => sum + one.worked, 0);
    looks = waiting !== null && waiting === seen && work === worked ? looks + 1 : 0;
    [seen, worked] = [waiting ?? -1, work];
    if (looks >= WAITING_LOOKS) waits();
  };
}

/** While somebody is busy with a piece, no other is read, and the command waits. */
function passOn({ stdout, stderr }: ChildProcess, watch: Watch): void {
  const streams = [stdout, stderr].flatMap((stream) => stream ?? []);
  for (const stream of streams)
    stream.on('data', (bytes: Uint8Array) => {
      const busy = watch({ stream: stream === stdout ? 'stdout' : 'stderr', bytes });
      if (busy === undefined) return;
      for (const one of streams) one.pause();
      void busy.finally(() => {
        for (const one of streams) one.resume();
      });
    });
}

/** All output was seen, or what still holds it open cannot be ended. */
async function orSoon({ stdout, stderr }: ChildProcess, closed: Promise<void>): Promise<void> {
  const late = setTimeout(() => {
    stdout?.destroy();
    stderr?.destroy();
  }, LAST_OUTPUT_MILLISECONDS);
  await closed;
  clearTimeout(late);
}
