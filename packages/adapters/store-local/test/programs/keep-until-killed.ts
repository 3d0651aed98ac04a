import { contentHash, type Store } from '@rook/engine';

import { openStore, ownWords, pause, say, sayReady, session } from './program-room.ts';

/**
 * Keeps contents together until it is killed, and says their hashes when they are acknowledged. The word `late` makes it the
 * twin that says before it keeps; with `closing` it closes a session again and again, which writes all packs out.
 */
async function keepUntilKilled(store: Store): Promise<void> {
  sayReady();
  for (let round = 1; ; round += 1) {
    const old = `${process.pid} ${round - 1}`.repeat(20);
    const contents = [old, `${process.pid} ${round}`.repeat(20)].map((text) =>
      new TextEncoder().encode(text),
    );
    const hashes = contents.map((bytes) => contentHash(bytes)).join('\n');
    if (ownWords.includes('late')) {
      setTimeout(() => void store.blobs.putAll(contents), 60_000);
      say(hashes);
    } else if ((await store.blobs.putAll(contents)).ok) say(hashes);
    else say('not kept');
    if (ownWords.includes('closing') && round % 4 === 0) await closeSession();
    await pause(0);
  }
}

async function closeSession(): Promise<void> {
  const opened = await openStore().open(session, { surface: 'closing' });
  if (opened.ok) await opened.value.close();
}

await keepUntilKilled(openStore());
