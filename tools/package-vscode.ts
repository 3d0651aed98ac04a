import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { ck3raven, rook } from '@rook/contract';
import { createVSIX } from '@vscode/vsce';

const MOST_BYTES = 5_000_000;
const app = join(import.meta.dirname, '..', 'apps', 'vscode');
const packages = join(app, 'dist', 'packages');

/** One package for each brand, as the editor installs it; what is too large is not made. */
await rm(packages, { recursive: true, force: true });
await mkdir(packages, { recursive: true });
for (const { id, extension } of [rook, ck3raven]) {
  const file = join(packages, `${extension.publisher}.${extension.name}.vsix`);
  await createVSIX({
    cwd: join(app, 'dist', id),
    packagePath: file,
    dependencies: false,
    rewriteRelativeLinks: false,
    allowMissingRepository: true,
    // What is found there is a pattern by which secrets are taken out of the journal.
    allowPackageSecrets: ['slack'],
  });
  const { size } = await stat(file);
  if (size > MOST_BYTES) {
    await rm(file);
    throw new Error(`${file} has ${size} bytes; ${MOST_BYTES} are the most.`);
  }
  process.stdout.write(`${file} ${(size / 1_000_000).toFixed(2)} MB\n`);
}
