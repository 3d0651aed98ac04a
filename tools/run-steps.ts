import { spawn } from 'node:child_process';

/** One program of the check, by the name under which it is reported. */
export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** What to do when it fails. */
  readonly advice: string;
}

export interface StepEnd {
  readonly step: Step;
  readonly passed: boolean;
  readonly seconds: number;
  readonly output: string;
}

/** Runs the steps, `width` at a time, and reports each as it ends. A step that cannot start has failed. */
export async function runSteps(
  steps: readonly Step[],
  width: number,
  ended: (end: StepEnd) => void,
): Promise<readonly StepEnd[]> {
  const waiting = [...steps];
  const ends: StepEnd[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const end = await runStep(step);
      ends.push(end);
      ended(end);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return ends;
}

async function runStep(step: Step): Promise<StepEnd> {
  const start = performance.now();
  const { promise, resolve } = Promise.withResolvers<StepEnd>();
  const pieces: Buffer[] = [];
  const child = spawn(step.command, step.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const end = (passed: boolean, reason = '') =>
    resolve({
      step,
      passed,
      seconds: (performance.now() - start) / 1000,
      output: Buffer.concat(pieces).toString('utf8') + reason,
    });
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
  child.on('error', (error) => end(false, `${error.message}\n`));
  child.on('close', (code) => end(code === 0));
  return promise;
}
