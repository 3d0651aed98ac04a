import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { medianOf } from './measurement.ts';

/** A program to be measured: the binary and its words. */
export type Run = readonly [string, ...string[]];

const reportMemory = fileURLToPath(new URL('report-memory.cjs', import.meta.url));

/**
 * The median wall time of each run, in milliseconds. The runs take turns, so that whatever else the
 * machine does meets all of them alike; the first rounds warm the caches and do not count.
 */
export function medianTimes(
  runs: readonly Run[],
  rounds: number,
  variables: Readonly<Record<string, string>> = {},
): number[] {
  const times: number[][] = runs.map(() => []);
  for (let round = -3; round < rounds; round += 1) {
    for (const [index, run] of runs.entries()) {
      const start = performance.now();
      startProgram(run, variables);
      if (round >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times.map(medianOf);
}

/** The median peak of resident memory, in kilobytes, as each process reports it itself when it ends. */
export function medianMemory(
  runs: readonly Run[],
  rounds: number,
  variables: Readonly<Record<string, string>> = {},
): number[] {
  return runs.map((run) => {
    const peaks = Array.from({ length: rounds }, () => {
      const { stderr } = startProgram(run, { ...variables, NODE_OPTIONS: `--require ${reportMemory}` });
      return Number(/rss (\d+)/.exec(stderr)?.[1] ?? Number.NaN);
    });
    return medianOf(peaks);
  });
}

function startProgram(
  [command, ...words]: Run,
  variables: Readonly<Record<string, string>> = {},
): { stderr: string } {
  const { status, stderr, error } = spawnSync(command, words, {
    env: { ...process.env, ...variables },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} failed: ${error?.message ?? stderr}`);
  return { stderr };
}
