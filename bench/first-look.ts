import { join } from 'node:path';

import { sessionIdSchema } from '@rook/contract';
import { createLocalStore } from '@rook/store-local';

import { countChanges, createWatch } from './looking-watch.ts';

const SESSION = sessionIdSchema.parse('rook-20261116-00000002');

/** Looks at a workspace as a process does that has just begun, prepared or not, and says how many milliseconds that took. */
const [, , root = '', isPrepared] = process.argv;
const watch = createWatch(root);
const { looks } = createLocalStore({ home: join(root, '.home'), folder: join(root, '.rook') });
if (isPrepared !== undefined) {
  watch.prepare();
  // As long as a fast model lets wait for its first word.
  await new Promise((resolve) => setTimeout(resolve, 800));
}
const start = performance.now();
const begun = await watch.begin();
// What was seen is on the disk before the command begins.
if (begun.ok) await looks.keep(SESSION, 'c-1', await begun.value.describe(null));
const took = performance.now() - start;
await looks.drop(SESSION, 'c-1');
if (!begun.ok) throw new Error(begun.error.message);
if ((await countChanges(begun.value)) > 0) throw new Error('Something changed meanwhile.');
process.stdout.write(`${took}\n`);
