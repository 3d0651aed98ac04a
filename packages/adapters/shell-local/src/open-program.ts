import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { OutputPiece, ProgramStart, RunningProgram } from '@rook/engine';
import { execa } from 'execa';

import { explainNotStarted } from './explain-not-started.ts';

/** How long a program may take to end after its input was closed, and again after it was asked to. */
const GRACE_MILLISECONDS = 2000;

/** A program that goes on; it ends with this process at the latest. */
export async function openProgram(
  program: ProgramStart,
  watch: (piece: OutputPiece) => void,
): Promise<Result<RunningProgram>> {
  const { file, args, cwd, env } = program;
  const child = execa(file, args, {
    cwd,
    env: Object.fromEntries(env),
    extendEnv: false,
    stdin: 'pipe',
    forceKillAfterDelay: GRACE_MILLISECONDS,
    killDescendants: true,
    windowsHide: true,
    buffer: false,
    reject: false,
    encoding: 'buffer',
  });
  const { stdin, stdout, stderr, nodeChildProcess } = child;
  stdout.on('data', (bytes: Uint8Array) => watch({ stream: 'stdout', bytes }));
  stderr.on('data', (bytes: Uint8Array) => watch({ stream: 'stderr', bytes }));
  // A program that ended takes no input; whoever writes is told by `write`.
  stdin.on('error', () => undefined);
  const started = new Promise<true>((resolve) => nodeChildProcess.once('spawn', () => resolve(true)));
  // What it left behind holds its output open, and would be waited for.
  nodeChildProcess.once('exit', () => child.kill('SIGKILL'));
  const first = await Promise.race([started, child]);
  if (first !== true) return fail(explainNotStarted(program, first.code));
  const ended = child.then(({ exitCode, signal }) => ({ code: exitCode ?? null, signal: signal ?? null }));
  return succeed({
    ended,
    write: async (bytes) =>
      new Promise((resolve) => {
        const closed = rookError('not_writable', `${file} takes no more input; start it again.`);
        if (!stdin.writable) return resolve(fail(closed));
        stdin.write(bytes, (error) => resolve(error ? fail(closed) : succeed(undefined)));
      }),
    close: async () => {
      stdin.end();
      const late = setTimeout(() => child.kill(), GRACE_MILLISECONDS);
      await ended;
      clearTimeout(late);
    },
  });
}
