import { writeSync } from 'node:fs';

import { createLocalWorkspace } from '../../src/index.ts';
import { countedFiles, writesOf } from '../five-files.ts';

/** Applies one set after another, and says the number of each before it begins. */
const [root = '', first = '0'] = process.argv.slice(2);
const workspace = createLocalWorkspace(root);
writeSync(3, 'ready');
for (let number = Number(first); ; number += 1) {
  writeSync(1, `${number}\n`);
  const applied = await workspace.apply(writesOf(countedFiles(number)));
  if (!applied.ok) writeSync(1, `unexpected: ${applied.error.message}\n`);
  if (!applied.ok) break;
}
