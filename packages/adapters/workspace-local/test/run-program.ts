import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../../../..');
/** Where waiting for the disk takes no time, so that hundreds of faults do not either. */
const MEMORY = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export function makeFolder(): string {
  const folder = realpathSync(mkdtempSync(join(MEMORY, 'rook-fault-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The lines that it finished saying. */
  readonly said: readonly string[];
}

export interface Running {
  readonly child: ChildProcess;
  readonly end: Promise<ProgramEnd>;
  /** Resolves when the program says that it begins, or when it ended before. */
  readonly ready: Promise<void>;
}

/** One file of a program, so that hundreds of processes start in the time of a few. */
export function bundleProgram(name: string): string {
  const bundled = join(makeFolder(), `${name}.mjs`);
  const { status, stderr } = spawnSync(
    join(ROOT, 'node_modules/esbuild/bin/esbuild'),
    [
      join(import.meta.dirname, 'programs', `${name}.ts`),
      '--bundle',
      '--platform=node',
      '--format=esm',
      `--outfile=${bundled}`,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The program could not be bundled: ${stderr}`);
  return bundled;
}

/** Starts a program whose output goes straight into a file, so that nothing it said dies with it. */
export function startProgram(program: string, words: readonly string[]): Running {
  const said = join(dirname(program), `said-${Math.random().toString(36).slice(2)}`);
  const output = openSync(said, 'a', 0o666);
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', output, 'inherit', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', NODE_COMPILE_CACHE: join(dirname(program), 'cache') },
  });
  closeSync(output);
  const ready = Promise.withResolvers<void>();
  child.stdio[3]?.on('data', () => ready.resolve());
  const ended = Promise.withResolvers<ProgramEnd>();
  child.on('close', (code, signal) => {
    ready.resolve();
    ended.resolve({ code, signal, said: readFileSync(said, 'utf8').split('\n').slice(0, -1) });
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended.promise;
  });
  return { child, end: ended.promise, ready: ready.promise };
}
