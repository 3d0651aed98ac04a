import { fail, succeed, type Result } from '@rook/contract';
import type { OutputPiece, Program, ProgramEnd } from '@rook/engine';
import { execa } from 'execa';

import { explainNotStarted } from './explain-not-started.ts';
import { cancelled, keepStreams, timedOut } from './keep-streams.ts';

/** How long a program that was asked to end may take before it is made to. */
const GRACE_MILLISECONDS = 2000;

/** Runs a program and ends it with all that it started, at the latest with this process. */
export async function runProgram(
  program: Program,
  watch?: (piece: OutputPiece) => void,
): Promise<Result<ProgramEnd>> {
  if (program.signal?.aborted === true) return fail(cancelled(program));
  const kept = keepStreams(program.keepBytes, watch);
  const { file, args, cwd, env, input, timeoutMilliseconds, signal } = program;
  const child = execa(file, args, {
    cwd,
    env: Object.fromEntries(env),
    extendEnv: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
    ...(signal === undefined ? {} : { cancelSignal: signal }),
    timeout: timeoutMilliseconds,
    forceKillAfterDelay: GRACE_MILLISECONDS,
    killDescendants: true,
    windowsHide: true,
    buffer: false,
    reject: false,
    encoding: 'buffer',
  });
  child.stdout?.on('data', (bytes: Uint8Array) => kept.add('stdout', bytes));
  child.stderr?.on('data', (bytes: Uint8Array) => kept.add('stderr', bytes));
  // What it left behind holds its output open, and would be waited for.
  child.nodeChildProcess.once('exit', () => child.kill('SIGKILL'));
  const ended = await child;
  if (ended.isCanceled) return fail(cancelled(program));
  if (ended.timedOut) return fail(timedOut(program));
  if (ended.exitCode === undefined && ended.signal === undefined)
    return fail(explainNotStarted(program, ended.code));
  return succeed({ code: ended.exitCode ?? null, signal: ended.signal ?? null, ...kept.end() });
}
