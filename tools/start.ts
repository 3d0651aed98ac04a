import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { stop } from 'esbuild';

/** Builds and starts Rook; words behind `npm start --` go to it. */
await import('./build-cli.ts');
await import('./build-web.ts');
// What built it would stay in memory, with half a gigabyte, as long as the workbench is open.
await stop();
const launcher = join(import.meta.dirname, '..', 'apps', 'cli', 'bin', 'rook.cjs');
const { status } = spawnSync(process.execPath, [launcher, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
