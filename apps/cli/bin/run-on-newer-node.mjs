import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {readonly NodeJS.Signals[]} */
const PASSED_ON = ['SIGTERM', 'SIGHUP', 'SIGQUIT'];

/**
 * Runs the launcher again on the Node that npm installed, or says what to install.
 * @param {number} neededMajor
 * @param {(sentence: string) => void} fail
 * @returns {void}
 */
export function runOnNewerNode(neededMajor, fail) {
  const runtime = findRuntime();
  if (runtime === undefined) {
    fail(
      `Rook needs Node ${neededMajor} or later and this is ${process.version}; install Node ${neededMajor} (https://nodejs.org), or run \`npm install\` in Rook's folder, which brings it along for most systems.`,
    );
    return;
  }
  const launcher = fileURLToPath(new URL('rook.mjs', import.meta.url));
  const child = spawn(runtime, [launcher, ...process.argv.slice(2)], { stdio: 'inherit' });
  handOver(child, (reason) => fail(`Node at ${runtime} could not be started: ${reason}.`));
}

/**
 * The Node that npm installed for this system, or undefined.
 * @returns {string | undefined}
 */
function findRuntime() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const packageFile = createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/package.json`);
    const binary = join(dirname(packageFile), 'bin', system === 'win' ? 'node.exe' : 'node');
    return existsSync(binary) ? binary : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Hands over signals and the way it ends; words and streams went with the start.
 * @param {import('node:child_process').ChildProcess} child
 * @param {(reason: string) => void} failToStart
 */
function handOver(child, failToStart) {
  // A terminal sends SIGINT to both; the child decides what it means, so it is not sent twice.
  process.on('SIGINT', () => undefined);
  for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => failToStart(error.message));
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code ?? 1;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
