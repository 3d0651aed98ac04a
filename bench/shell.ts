import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';

import type { CommandLine } from '@rook/engine';
import { createCommandShell } from '@rook/shell-local';

import { measureLooks } from './looks.ts';
import { medianMemory, type Run } from './measure.ts';
import { medianOf, type Measurement } from './measurement.ts';

const ROUNDS = 41;
const LARGE = '1000000000';
const SMALL = '50000000';
const variables = new Map([['PATH', process.env['PATH'] ?? '/usr/bin:/bin']]);

/** What running a command costs beside the command itself. */
export async function measureShell(): Promise<Measurement[]> {
  return [await measureStart(), measureFlood(), ...(await measureLooks())];
}

/** From the start to the certainty that nothing is left. */
async function measureStart(): Promise<Measurement> {
  const shell = createCommandShell(variables);
  const [bare, own]: [number[], number[]] = [[], []];
  for (let round = -5; round < ROUNDS; round += 1) {
    const plain = await timeOf(runBare);
    const marked = await timeOf(async () => {
      const started = await shell.start(lineOf(`bench-${process.pid}-${round}`), () => undefined);
      if (started.ok) await started.value.ended;
    });
    if (round < 0) continue;
    bare.push(plain);
    own.push(marked);
  }
  return {
    name: 'a command that does nothing, time',
    reference: 'a bare spawn of the same shell',
    unit: 'ms',
    measured: medianOf(own),
    against: medianOf(bare),
    limit: 1.5,
  };
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

async function runBare(): Promise<void> {
  const child = spawn('bash', ['--noprofile', '--norc', '-c', 'true'], {
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
