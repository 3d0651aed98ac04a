import type { Store } from '@rook/engine';

import { appendAndSay, openSession, ownWords, tag } from './program-room.ts';

/** The twin that the word `unsynced` makes: what must be on the disk is only written. */
function withoutSync(store: Store): Store {
  return {
    ...store,
    open: async (id, note) => {
      const opened = await store.open(id, note);
      if (!opened.ok) return opened;
      const writer = opened.value;
      return { ok: true, value: { ...writer, append: async (bytes) => writer.append(bytes, false) } };
    },
  };
}

const opened = await openSession('durable', ownWords.includes('unsynced') ? withoutSync : undefined);
if (!opened.ok) throw new Error(opened.error.message);
const journal = opened.value;
for (let number = 1; number <= 4; number += 1) await appendAndSay(journal, [tag(number)], true);
for (let tries = 0; tries < 4; tries += 1) await journal.settle();
await journal.close();
