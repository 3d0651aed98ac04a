import { spawn, type ChildProcess } from 'node:child_process';

import { fail, succeed, type Result } from '@rook/contract';
import type { OutputPiece, Program, ProgramEnd } from '@rook/engine';

import { explainNotStarted } from './explain-not-started.ts';
import { cancelled, keepStreams, timedOut } from './keep-streams.ts';

/** How long a program that was asked to end may take before it is made to. */
const GRACE_MILLISECONDS = 2000;

/**
 * Runs a program that ends by itself soon, in a process group of its own, and ends all of the group with it. It is started with nothing
 * between: looks at a workspace wait for git, and a library takes longer to get ready than the system to start it.
 */
export async function runBriefProgram(
  program: Program,
  watch?: (piece: OutputPiece) => void,
): Promise<Result<ProgramEnd>> {
  if (program.signal?.aborted === true) return fail(cancelled(program));
  const { file, args, cwd, env, input, timeoutMilliseconds, signal } = program;
  const kept = keepStreams(program.keepBytes, watch);
  const child = spawn(file, args, {
    cwd,
    env: Object.fromEntries(env),
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let why: 'timed_out' | 'cancelled' | null = null;
  let late: NodeJS.Timeout | undefined;
  const stop = (reason: 'timed_out' | 'cancelled'): void => {
    why ??= reason;
    endGroup(child, 'SIGTERM');
    late ??= setTimeout(() => endGroup(child, 'SIGKILL'), GRACE_MILLISECONDS);
  };
  const cancel = (): void => stop('cancelled');
  const timer = setTimeout(() => stop('timed_out'), timeoutMilliseconds);
  signal?.addEventListener('abort', cancel, { once: true });
  child.stdout?.on('data', (bytes: Uint8Array) => kept.add('stdout', bytes));
  child.stderr?.on('data', (bytes: Uint8Array) => kept.add('stderr', bytes));
  // A program that does not read its input is none that failed.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  const ended = await waitForEnd(child);
  clearTimeout(timer);
  clearTimeout(late);
  signal?.removeEventListener('abort', cancel);
  if (why === 'cancelled') return fail(cancelled(program));
  if (why === 'timed_out') return fail(timedOut(program));
  return typeof ended === 'string'
    ? fail(explainNotStarted(program, ended))
    : succeed({ ...ended, ...kept.end() });
}

type Ended = Pick<ProgramEnd, 'code' | 'signal'>;

/** Why it could not be started, or how it ended. */
async function waitForEnd(child: ChildProcess): Promise<Ended | string> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (child.pid === undefined) resolve(error.code ?? error.message);
    });
    child.once('exit', (code, signal) => {
      // What it left behind holds its output open, and would be waited for; what left its group is not.
      endGroup(child, 'SIGKILL');
      const left = setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, GRACE_MILLISECONDS);
      child.once('close', () => {
        clearTimeout(left);
        resolve({ code, signal });
      });
    });
  });
}

/** What is gone already cannot be ended. */
function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nothing of it is left.
  }
}
