import type { EntryDraft, Result } from '@rook/contract';
import type { Journal, Store } from '@rook/engine';

import { appendAndSay, openSession, ownWords, pause, say, sayReady, tag, turn } from './program-room.ts';

/** Writes batches of every size until it is killed. The word `late` makes it the twin that says before it writes. */
async function writeUntilKilled(journal: Journal): Promise<void> {
  sayReady();
  for (let round = 1; ; round += 1) {
    const turns = journal.state().turns;
    const large = round % 5 === 0;
    const size = large ? 3 : 1 + Math.floor(Math.random() * 6);
    const drafts = Array.from({ length: size }, (_item, index): EntryDraft =>
      index % 2 === 0 ? turn(((turns + index) % 9999) + 1, large ? 100_000 : 60) : tag((turns % 9999) + 1),
    );
    const written = await appendAndSay(journal, drafts, round % 4 === 0);
    const settled: Result<void> = round % 7 === 0 ? await journal.settle() : { ok: true, value: undefined };
    if (!written || !settled.ok) say('a write failed');
    await pause(0);
  }
}

/** Acknowledges at once, and writes long after it will have been killed. */
function makeLate(store: Store): Store {
  return {
    ...store,
    open: async (id, note) => {
      const opened = await store.open(id, note);
      if (!opened.ok) return opened;
      const writer = opened.value;
      const late = async (bytes: Uint8Array, durable: boolean): Promise<Result<void>> => {
        setTimeout(() => void writer.append(bytes, durable), 60_000);
        return { ok: true, value: undefined };
      };
      return { ok: true, value: { ...writer, append: late } };
    },
  };
}

const opened = await openSession('killed', ownWords.includes('late') ? makeLate : undefined);
if (opened.ok) await writeUntilKilled(opened.value);
else say(opened.error.message);
