import { randomBytes } from 'node:crypto';

import { openStore, ownWords, say, sayReady } from './program-room.ts';

/**
 * Keeps contents that come piece by piece until it is killed, and says their hashes when they are kept. The word `early` makes it the
 * twin that takes what was begun for kept; with `once` it begins one, says so, and waits.
 */
const { blobs } = openStore();
sayReady();
for (;;) {
  const begun = await blobs.begin();
  if (!begun.ok) throw new Error(begun.error.message);
  for (let piece = 0; piece < 40; piece += 1) await begun.value.add(randomBytes(100_000));
  if (ownWords.includes('once')) {
    say('begun');
    await new Promise((resolve) => setTimeout(resolve, 600_000));
  }
  if (ownWords.includes('early')) say(`sha256:${randomBytes(32).toString('hex')}`);
  const kept = await begun.value.keep();
  say(kept.ok ? kept.value : 'not kept');
}
