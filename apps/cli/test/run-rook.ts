import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import type { Sandbox } from './sandbox.ts';

export const cliFolder = join(import.meta.dirname, '..');
export const launcher = join(cliFolder, 'bin', 'rook.cjs');

/** Nothing here takes long; who needs this long hangs. */
const HANGS_AFTER_MILLISECONDS = 20_000;

/** How a process ended and what it said. */
export interface End {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramStart {
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input?: string;
  readonly user?: number;
  /** Called as soon as the process has an id. */
  readonly started?: (id: number, kill: (signal: NodeJS.Signals) => void) => void;
}

export interface RookStart extends Partial<ProgramStart> {
  /** The Node that starts the launcher; the one that runs the tests when left out. */
  readonly node?: string;
  readonly launcher?: string;
}

/** Runs the real launcher in a sandbox: nothing of the machine's environment reaches it. */
export async function runRook(
  sandbox: Sandbox,
  words: readonly string[],
  { node = process.execPath, launcher: file = launcher, ...start }: RookStart = {},
): Promise<End> {
  if (!existsSync(join(cliFolder, 'dist', 'main.js'))) {
    throw new Error('apps/cli/dist/main.js is missing; run `npm run build` before these tests.');
  }
  const program: ProgramStart = { cwd: sandbox.workspace, ...start, env: { ...sandbox.env, ...start.env } };
  return runProgram(node, [file, ...words], program);
}

/** Runs any program to its end. What it says must be UTF-8. */
export async function runProgram(
  command: string,
  words: readonly string[],
  start: ProgramStart,
): Promise<End> {
  const { promise, resolve, reject } = Promise.withResolvers<End>();
  const user = start.user === undefined ? {} : { uid: start.user, gid: start.user };
  const child = spawn(command, words, { cwd: start.cwd, env: start.env, ...user });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
  child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
  // A program may end before it has read its input; that is no failure of the test.
  child.stdin.on('error', () => undefined);
  child.stdin.end(start.input ?? '');
  const clock = setTimeout(() => {
    child.kill('SIGKILL');
    reject(new Error(`${command} ${words.join(' ').slice(0, 200)} hangs`));
  }, HANGS_AFTER_MILLISECONDS);
  child.on('error', reject);
  child.on('close', (code, signal) => {
    clearTimeout(clock);
    resolve({ code, signal, stdout: decode(stdout), stderr: decode(stderr) });
  });
  if (child.pid !== undefined) start.started?.(child.pid, (signal) => child.kill(signal));
  return promise;
}

/** A word for bash that means exactly its text. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function decode(pieces: readonly Buffer[]): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(pieces));
}
