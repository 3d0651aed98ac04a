import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Builds and starts Rook; words behind `npm start --` go to it. */
await import('./build-cli.ts');
await import('./build-web.ts');
const launcher = join(import.meta.dirname, '..', 'apps', 'cli', 'bin', 'rook.cjs');
const { status } = spawnSync(process.execPath, [launcher, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exitCode = status ?? 1;
