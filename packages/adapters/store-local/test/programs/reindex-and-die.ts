import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { createSearchIndex } from '../../src/index.ts';
import { openStore, ownWords, say, sayReady, sessionsFolder } from './program-room.ts';

/** Makes the index anew and kills itself at a step of it, or never. Its twin takes the old index away first. */
const [way = '', steps = ''] = ownWords;
const index = createSearchIndex(sessionsFolder, openStore());
if (way === 'twin') rmSync(join(sessionsFolder, 'index.sqlite'));
let left = Number(steps);
sayReady();
const rebuilt = await index.rebuild({
  progress: () => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
  },
});
await index.close();
say(JSON.stringify(rebuilt.ok ? { entries: rebuilt.value.entries } : rebuilt.error));
