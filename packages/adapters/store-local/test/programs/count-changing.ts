import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { succeed } from '@rook/contract';

import { openStore, ownWords, pause, say, sayReady, sessionsFolder } from './program-room.ts';

/**
 * Adds one to a number in a file, as often as told, while nobody else changes files. `hold` stays in there until it is
 * killed; `unlocked` is the broken twin that does not take the lock.
 */
const [mode = '', count = '0'] = ownWords;
const store = openStore();
const file = join(sessionsFolder, 'counter');

if (mode === 'hold') {
  await store.changing(async () => {
    sayReady();
    for (;;) await pause(1000);
  });
}
sayReady();
for (let number = 0; number < Number(count); number += 1) {
  const add = async () => {
    const before = Number(readFileSync(file, 'utf8'));
    await pause(1);
    writeFileSync(file, String(before + 1));
    return succeed(undefined);
  };
  const done = mode === 'unlocked' ? await add() : await store.changing(add, { milliseconds: 120_000 });
  if (!done.ok) say(`unexpected: ${done.error.message}`);
}
