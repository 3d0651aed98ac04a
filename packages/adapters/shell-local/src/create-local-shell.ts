import { fail, rookError, succeed, type Result } from '@rook/contract';
import type { OutputPiece, Program, ProgramEnd, Shell } from '@rook/engine';
import { execa } from 'execa';

import { explainNotStarted } from './explain-not-started.ts';
import { openProgram } from './open-program.ts';

/** How long a program that was asked to end may take before it is made to. */
const GRACE_MILLISECONDS = 2000;

/**
 * Programs as processes of this machine. A program gets the environment that it is given and nothing else. Nothing that
 * it started outlives it, except what left its process group.
 */
export function createLocalShell(): Shell {
  return { run: runProgram, open: openProgram };
}

async function runProgram(
  program: Program,
  watch?: (piece: OutputPiece) => void,
): Promise<Result<ProgramEnd>> {
  if (program.signal?.aborted === true) return fail(cancelled(program));
  const kept = createKeeper(program.keepBytes, watch);
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
  if (ended.timedOut) {
    const seconds = timeoutMilliseconds / 1000;
    return fail(rookError('timed_out', `${file} was ended because it took longer than ${seconds} s.`));
  }
  if (ended.exitCode === undefined && ended.signal === undefined)
    return fail(explainNotStarted(program, ended.code));
  return succeed({ code: ended.exitCode ?? null, signal: ended.signal ?? null, ...kept.end() });
}

function cancelled({ file }: Program): ReturnType<typeof rookError> {
  return rookError('cancelled', `${file} was cancelled.`);
}

interface Keeper {
  add(stream: OutputPiece['stream'], bytes: Uint8Array): void;
  end(): Pick<ProgramEnd, 'stdout' | 'stderr' | 'droppedBytes'>;
}

/** Keeps the beginning of each stream and counts the rest; whoever watches sees everything. */
function createKeeper(keepBytes: number, watch?: (piece: OutputPiece) => void): Keeper {
  const streams: Record<OutputPiece['stream'], { readonly pieces: Uint8Array[]; size: number }> = {
    stdout: { pieces: [], size: 0 },
    stderr: { pieces: [], size: 0 },
  };
  let droppedBytes = 0;
  return {
    add: (stream, bytes) => {
      watch?.({ stream, bytes });
      const kept = streams[stream];
      const part = bytes.subarray(0, Math.max(0, keepBytes - kept.size));
      droppedBytes += bytes.length - part.length;
      if (part.length === 0) return;
      kept.pieces.push(part);
      kept.size += part.length;
    },
    end: () => ({
      stdout: Buffer.concat(streams.stdout.pieces),
      stderr: Buffer.concat(streams.stderr.pieces),
      droppedBytes,
    }),
  };
}
