import { writeSync } from 'node:fs';

import { FIVE } from '../five-files.ts';
import { recover } from '../recover-files.ts';

/** Recovers the set of five files and dies right before its step of the given number. */
const [root = '', number = '0'] = process.argv.slice(2);
let steps = 0;
const { recovered } = await recover(root, FIVE, () => {
  steps += 1;
  if (steps === Number(number)) process.kill(process.pid, 'SIGKILL');
});
writeSync(1, `${recovered?.outcome ?? 'none'}\n`);
