import { createSearchIndex } from '../../src/index.ts';
import { openStore, ownWords, say, sayReady, sessionsFolder } from './program-room.ts';

/** Brings the index up to date, searches for a word, and says what it found. */
const [word = ''] = ownWords;
const index = createSearchIndex(sessionsFolder, openStore());
sayReady();
const updated = await index.update();
if (updated.ok) {
  const answer = await index.search({ text: word, filter: {}, limit: 100_000 });
  say(
    JSON.stringify(
      answer.ok ? { found: answer.value.hits.length, entries: updated.value.entries } : answer.error,
    ),
  );
} else say(JSON.stringify(updated.error));
await index.close();
