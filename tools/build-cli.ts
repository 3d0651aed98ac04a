import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build, type Plugin } from 'esbuild';

const cli = join(import.meta.dirname, '..', 'apps', 'cli');

/**
 * The parser of the command line can start programs as sub-commands, which Rook never lets it do. Without
 * the module that starts processes the entry loads faster and keeps that promise.
 */
const parserWithoutProcesses: Plugin = {
  name: 'parser-without-processes',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'no-processes', namespace: 'empty' } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'export default {};' }));
  },
};

/**
 * Bundles the command line: a small entry that knows every command, and one chunk per command that is
 * loaded when the command runs.
 */
await rm(join(cli, 'dist', 'main.js'), { force: true });
await rm(join(cli, 'dist', 'chunks'), { recursive: true, force: true });
await build({
  absWorkingDir: cli,
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  // The CommonJS entry of some packages cannot be bundled; their ES module entry can.
  mainFields: ['module', 'main'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [parserWithoutProcesses],
});
