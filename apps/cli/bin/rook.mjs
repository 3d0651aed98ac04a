#!/usr/bin/env node
// Starts Rook on Node 24 or later, whatever Node the shell found. Runs on Node 20 and uses no dependency.
const NEEDED_MAJOR = 24;

if (Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR) {
  const { runOnNewerNode } = await import('./run-on-newer-node.mjs');
  runOnNewerNode(NEEDED_MAJOR, fail);
} else {
  const bundle = new URL('../dist/main.js', import.meta.url).href;
  await import(bundle).catch((/** @type {unknown} */ error) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    fail('Rook is not built yet; run `npm run build` in its folder.');
  });
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
