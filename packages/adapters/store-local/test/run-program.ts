import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { onTestFinished } from 'vitest';

import { makeFolder, type FaultRoom } from './fault-room.ts';

const ROOT = join(import.meta.dirname, '../../../..');

export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly end: Promise<ProgramEnd>;
  /** Resolves when the program says that it begins, or when it ended before. */
  readonly ready: Promise<void>;
}

/** One file of each program, so that hundreds of processes start in the time of a few. */
export function bundlePrograms(...names: readonly string[]): (name: string) => string {
  const folder = makeFolder();
  const entries = names.map((name) => join(import.meta.dirname, 'programs', `${name}.ts`));
  const words = [
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--out-extension:.js=.mjs',
    `--outdir=${folder}`,
  ];
  const bundler = join(ROOT, 'node_modules/esbuild/bin/esbuild');
  const { status, stderr } = spawnSync(bundler, [...entries, ...words], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The programs could not be bundled: ${stderr}`);
  return (name) => join(folder, `${name}.mjs`);
}

export interface RunOptions {
  readonly room: FaultRoom;
  readonly words?: readonly string[];
  /** A limit on the size of files, in units of 1024 bytes. */
  readonly fileLimit?: number;
  /** A limit on the memory that can be written to, in bytes. */
  readonly memoryLimit?: number;
  readonly uid?: number;
  /** For a twin that dies with a long story. */
  readonly quiet?: boolean;
}

/** Starts a program whose output goes straight into a file, so that nothing it said dies with it. */
export function startProgram(program: string, options: RunOptions): Running {
  const { room, words = [], fileLimit, memoryLimit, uid, quiet = false } = options;
  const said = join(room.root, `said-${Math.random().toString(36).slice(2)}`);
  const output = openSync(said, 'a', 0o666);
  const line = [process.execPath, program, room.home, room.folder, room.session, ...words];
  const limits = [
    ...(fileLimit === undefined ? [] : [`ulimit -f ${fileLimit}`]),
    ...(memoryLimit === undefined ? [] : [`ulimit -d ${Math.ceil(memoryLimit / 1024)}`]),
  ];
  const limited = ['bash', '-c', `${limits.join('; ')}; exec "$@"`, 'limited', ...line];
  const [command = '', ...rest] = limits.length === 0 ? line : limited;
  const child = spawn(command, rest, {
    stdio: ['ignore', output, quiet ? 'ignore' : 'inherit', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', NODE_COMPILE_CACHE: join(dirname(program), 'cache') },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  closeSync(output);
  const ready = Promise.withResolvers<void>();
  child.stdio[3]?.on('data', () => ready.resolve());
  const ended = Promise.withResolvers<ProgramEnd>();
  child.on('close', (code, signal) => {
    ready.resolve();
    ended.resolve({ code, signal, stdout: readFileSync(said, 'utf8') });
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended.promise;
  });
  return { child, end: ended.promise, ready: ready.promise };
}

/** Kills the program a while after it began, and waits until it is gone. */
export async function killAfter(running: Running, milliseconds: number): Promise<ProgramEnd> {
  await running.ready;
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, milliseconds);
  await promise;
  running.child.kill('SIGKILL');
  return running.end;
}

/** The lines that a program finished saying. */
export function linesOf({ stdout }: ProgramEnd): readonly string[] {
  return stdout.split('\n').slice(0, -1);
}

/** The lines as values, each of them JSON. */
export function valuesOf(end: ProgramEnd): readonly Readonly<Record<string, unknown>>[] {
  return linesOf(end).map((line) => {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
  });
}
