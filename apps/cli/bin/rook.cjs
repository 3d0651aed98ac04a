#!/usr/bin/env node
// Starts Rook on Node 24 or later, whatever Node the shell found. Runs on Node 20 and uses no dependency. It is
// CommonJS because an older Node starts that faster by a fifth.
'use strict';

const NEEDED_MAJOR = 24;
/** @type {readonly NodeJS.Signals[]} */
const PASSED_ON = ['SIGTERM', 'SIGHUP', 'SIGQUIT'];
const INTERRUPT_DELAY_MILLISECONDS = 50;

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  runHere();
} else {
  const runtime = findRuntime();
  if (runtime === undefined) {
    fail(
      `Rook needs Node ${NEEDED_MAJOR} or later and this is ${process.version}; install Node ${NEEDED_MAJOR} (https://nodejs.org), or run \`npm install\` in Rook's folder, which brings it along for most systems.`,
    );
  } else {
    runOn(runtime);
  }
}

function runHere() {
  endWithLauncher();
  const bundle = '../dist/main.js';
  import(bundle).catch((/** @type {unknown} */ error) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    fail('Rook is not built yet; run `npm run build` in its folder.');
  });
}

/** A launcher that was killed passes nothing on any more; the channel to it closes then, and what runs here ends as it does when it is asked to. */
function endWithLauncher() {
  if (process.channel === undefined || process.channel === null) return;
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // It shall hear of that, and not be kept alive by it.
  process.channel.unref();
}

/**
 * The Node that npm installed for this system, or undefined.
 * @returns {string | undefined}
 */
function findRuntime() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const binary = system === 'win' ? 'node.exe' : 'node';
  try {
    return require.resolve(`node-${system}-${process.arch}/bin/${binary}`);
  } catch {
    return undefined;
  }
}

/**
 * Hands over everything: words, streams, signals, and the way it ends.
 * @param {string} runtime
 */
function runOn(runtime) {
  const child = require('node:child_process').spawn(runtime, [__filename, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // A terminal sends SIGINT to both; the child decides what it means, so it is not sent twice. One that came to this
  // process alone is passed on; the child may have got it too, from who signals a whole group, and is then mostly gone.
  process.on('SIGINT', () => {
    if (isInForeground()) return;
    setTimeout(() => child.kill('SIGINT'), INTERRUPT_DELAY_MILLISECONDS).unref();
  });
  for (const signal of PASSED_ON) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(`Node at ${runtime} could not be started: ${error.message}.`));
  child.on('exit', (code, signal) => {
    if (signal === null) {
      process.exitCode = code ?? 1;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/** Whether a terminal sends its signals to this process, as far as the system tells. */
function isInForeground() {
  try {
    const stat = require('node:fs').readFileSync('/proc/self/stat', 'utf8');
    // Behind the name in brackets: state, parent, group, session, terminal, the terminal's foreground group.
    const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return group === foreground;
  } catch {
    return [0, 1, 2].some((stream) => require('node:tty').isatty(stream));
  }
}

/** @param {string} sentence */
function fail(sentence) {
  if (process.argv.includes('--json')) {
    const error = { code: 'internal', kind: 'error', message: sentence, retryable: false };
    process.stdout.write(`${JSON.stringify({ error })}\n`);
  } else {
    process.stderr.write(`rook: ${sentence}\n`);
  }
  process.exitCode = 1;
}
