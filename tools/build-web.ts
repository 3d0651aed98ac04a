import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { buildPage } from './build-page.ts';

const MOST_INITIAL_BYTES = 350 * 1024;

/** Makes the page that `rook open` serves. Fails where what is loaded at first is too large. */
const folder = join(import.meta.dirname, '..', 'apps', 'web', 'dist');
const { initial, page } = await buildPage({ folder, isSmall: false });
const sizes = await Promise.all(initial.map(async (file) => gzipSync(await readFile(file)).length));
const total = sizes.reduce((sum, size) => sum + size, gzipSync(page).length);
process.stdout.write(`The page loads ${(total / 1024).toFixed(1)} KB gzipped at first.\n`);
if (total > MOST_INITIAL_BYTES) {
  process.stderr.write(`That is more than ${MOST_INITIAL_BYTES / 1024} KB; load a part of it later.\n`);
  process.exitCode = 1;
}
