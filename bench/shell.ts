import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

import type { CommandLine, CommandShell, Confinement } from '@rook/engine';
import { createCommandShell } from '@rook/shell-local';
import { openCommandMark, readProcessMemory } from '@rook/store-local';

import { measureLooks } from './looks.ts';
import { medianMemory, type Run } from './measure.ts';
import { medianOf, type Measurement } from './measurement.ts';

const ROUNDS = 41;
const LARGE = '1000000000';
const SMALL = '50000000';
const variables = new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]);

/** What running a command costs beside the command itself. */
export async function measureShell(): Promise<Measurement[]> {
  return [...(await measureStarts()), measureFlood(), ...(await measureLooks())];
}

const BASH = ['bash', '--noprofile', '--norc', '-c', 'true'] as const;
/** What bubblewrap needs at the least for the same confinement. */
const CONFINED_BASH = [
  'bwrap',
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--bind',
  tmpdir(),
  tmpdir(),
].concat('--unshare-pid', '--unshare-ipc', '--unshare-net', '--die-with-parent', '--', BASH);
const CONFINED: Confinement = {
  writable: [tmpdir()],
  readOnly: [],
  caches: { home: '/', folders: [] },
  repository: null,
  network: false,
};

/** From the start to the certainty that nothing is left, with the mark that each command is given, and in the sandbox where there is one. */
async function measureStarts(): Promise<Measurement[]> {
  const shell = createCommandShell(variables, openCommandMark, readProcessMemory);
  const plain = await measureStart(shell, { bare: BASH, confinement: null });
  const measured = [{ ...plain, name: 'a command that does nothing, time' }];
  if ((await shell.sandbox()) !== 'bubblewrap') return measured;
  const confined = await measureStart(shell, { bare: CONFINED_BASH, confinement: CONFINED });
  return [...measured, { ...confined, name: 'a confined command that does nothing, time' }];
}

interface Start {
  readonly bare: readonly string[];
  readonly confinement: Confinement | null;
}

async function measureStart(
  shell: CommandShell,
  { bare: words, confinement }: Start,
): Promise<Omit<Measurement, 'name'>> {
  const [bare, own]: [number[], number[]] = [[], []];
  for (let round = -5; round < ROUNDS; round += 1) {
    const plain = await timeOf(async () => runBare(words));
    const line = { ...lineOf(`bench-${process.pid}-${round}`), confinement };
    const marked = await timeOf(async () => {
      const started = await shell.start(line, () => undefined);
      if (started.ok) await started.value.ended;
    });
    if (round < 0) continue;
    bare.push(plain);
    own.push(marked);
  }
  const against = medianOf(bare);
  return { reference: 'a bare spawn of the same', unit: 'ms', measured: medianOf(own), against, limit: 1.5 };
}

function lineOf(mark: string): CommandLine {
  return {
    command: 'true',
    cwd: tmpdir(),
    env: variables,
    mark,
    timeoutMilliseconds: 30_000,
    signal: new AbortController().signal,
    endsWaiting: true,
    confinement: null,
  };
}

async function runBare([file = '', ...words]: readonly string[]): Promise<void> {
  const child = spawn(file, words, {
    cwd: tmpdir(),
    env: Object.fromEntries(variables),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  child.stderr.resume();
  await new Promise((resolve) => child.once('close', resolve));
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The peak of the process that watches a command print a gigabyte, beside one that prints a twentieth of it. */
function measureFlood(): Measurement {
  const program = fileURLToPath(new URL('flood.ts', import.meta.url));
  const runs: readonly Run[] = [
    [process.execPath, program, SMALL],
    [process.execPath, program, LARGE],
  ];
  const [small = 0, large = 0] = medianMemory(runs, 3);
  return {
    name: 'a command that prints 1 GB, peak memory',
    reference: 'one that prints 50 MB',
    unit: 'KB',
    measured: large,
    against: small,
    limit: 1.25,
  };
}
