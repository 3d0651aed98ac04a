import { renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { createLocalWorkspace } from '../../src/index.ts';
import { FIVE, writesOf } from '../five-files.ts';

/**
 * Applies the set of five files and dies right before its step of the given number. Before another step somebody
 * saves a file: into it, or as a new file that takes its place.
 */
const [root = '', number = '0', saveStep = '', savePath = '', how = ''] = process.argv.slice(2);
let steps = 0;
const workspace = createLocalWorkspace(root, {
  watch: (step, path) => {
    if (step === saveStep && path === savePath) save(join(root, path));
    steps += 1;
    if (steps === Number(number)) process.kill(process.pid, 'SIGKILL');
  },
});
const applied = await workspace.apply(writesOf(FIVE));
writeSync(1, `${applied.ok ? 'applied' : applied.error.code}\n`);

let isSaved = false;
function save(path: string): void {
  if (isSaved) return;
  isSaved = true;
  if (how === 'into') return writeFileSync(path, 'mine');
  writeFileSync(`${path}~`, 'mine');
  return renameSync(`${path}~`, path);
}
