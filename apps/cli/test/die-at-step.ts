import { spawn } from 'node:child_process';
import { join } from 'node:path';

import type { Sandbox } from './sandbox.ts';

/** Starts a program that kills itself right before that step. Whether it died on the way. */
export async function dieAtStep(
  program: 'rewind-and-die' | 'recover-and-die',
  { rookHome, workspace, env }: Sandbox,
  step: number,
): Promise<boolean> {
  const path = join(import.meta.dirname, 'programs', `${program}.ts`);
  const child = spawn(process.execPath, [path, rookHome, workspace, String(step)], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  child.on('close', (_code, signal) => resolve(signal === 'SIGKILL'));
  return promise;
}

interface Deaths {
  readonly make: () => Promise<Sandbox>;
  /** What is wrong after that step; null where nothing is. */
  readonly judge: (sandbox: Sandbox, step: number, isKilled: boolean) => Promise<string | null>;
  /** From one step to the next one that is tried. */
  readonly stride?: number;
  /** More steps than that are none. */
  readonly most?: number;
}

const AT_ONCE = [0, 1, 2, 3] as const;

/** A rewind that dies at one step after the other, each in a sandbox of its own, until none is left. */
export async function dieInRewinds({
  make,
  judge,
  stride = 1,
  most = 200,
}: Deaths): Promise<{ readonly harms: readonly string[]; readonly deaths: number }> {
  const harms: string[] = [];
  let [deaths, isDone] = [0, false];
  for (let first = 1; !isDone; first += AT_ONCE.length * stride) {
    const ends = await Promise.all(
      AT_ONCE.map(async (turn) => {
        const step = first + turn * stride;
        const sandbox = await make();
        const isKilled = await dieAtStep('rewind-and-die', sandbox, step);
        const harm = await judge(sandbox, step, isKilled);
        if (harm !== null) harms.push(`step ${step}: ${harm}`);
        return isKilled;
      }),
    );
    deaths += ends.filter(Boolean).length;
    isDone = ends.includes(false);
    if (first >= most) throw new Error(`There is no end of steps: ${first}.`);
  }
  return { harms, deaths };
}
