import { countChanges, createWatch } from './looking-watch.ts';

/** Looks at a workspace as a process does that has just begun, prepared or not, and says how many milliseconds that took. */
const [, , root = '', isPrepared] = process.argv;
const watch = createWatch(root);
if (isPrepared !== undefined) {
  watch.prepare();
  // As long as a fast model lets wait for its first word.
  await new Promise((resolve) => setTimeout(resolve, 800));
}
const start = performance.now();
const begun = await watch.begin();
const took = performance.now() - start;
if (!begun.ok) throw new Error(begun.error.message);
if ((await countChanges(begun.value)) > 0) throw new Error('Something changed meanwhile.');
process.stdout.write(`${took}\n`);
