import { renameSync, symlinkSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Swaps a folder for a link that leads out, and back, until it is killed. */
const [root = ''] = process.argv.slice(2);
const [inside, kept] = [join(root, 'in'), join(root, 'kept')];
writeSync(3, 'ready');
for (;;) {
  renameSync(inside, kept);
  symlinkSync('../away', inside);
  unlinkSync(inside);
  renameSync(kept, inside);
}
