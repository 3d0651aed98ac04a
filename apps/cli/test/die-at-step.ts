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
