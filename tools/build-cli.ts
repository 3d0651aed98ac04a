import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build, type Plugin } from 'esbuild';

const cli = join(import.meta.dirname, '..', 'apps', 'cli');

/**
 * What the parser of the command line gets instead of Node's modules. It can start programs as
 * sub-commands, which Rook never lets it do, so it gets nothing to start them with. The rest is taken
 * without the module wrapper, which would touch every getter of the module (three streams, for one):
 * measured, that is a quarter of the time to show help.
 */
const PARSER_MODULES = new Map([
  ['node:child_process', 'export default {};'],
  ['node:fs', 'export default {};'],
  ['node:process', 'export default process;'],
  ['node:path', "export default process.getBuiltinModule('node:path');"],
  ['node:events', "export const { EventEmitter } = process.getBuiltinModule('node:events');"],
  ['node:util', "export const { stripVTControlCharacters } = process.getBuiltinModule('node:util');"],
]);

const lightParser: Plugin = {
  name: 'light-parser',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      PARSER_MODULES.has(path) && /[\\/]commander[\\/]/.test(importer)
        ? { path, namespace: 'parser-module' }
        : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: 'parser-module' }, ({ path }) => ({
      contents: PARSER_MODULES.get(path) ?? '',
    }));
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
  alias: { yaml: join(cli, '..', '..', 'node_modules', 'yaml', 'browser', 'index.js') },
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [lightParser],
  // A native module finds its binary beside itself, so it stays where npm put it; it is loaded when a key is needed.
  external: ['@napi-rs/keyring'],
});
