import { verifySession, type Store } from '@rook/engine';

import { readLines } from '../../src/read-lines.ts';
import { sessionFile } from '../../src/session-paths.ts';
import { openStore, ownWords, say, session, sessionsFolder } from './program-room.ts';

/** The twin that the word `gathering` makes: it holds every line, however long it is. */
function gathering(store: Store): Store {
  return {
    ...store,
    read: (id) => readLines(sessionFile(sessionsFolder, id), { limit: Number.POSITIVE_INFINITY }),
  };
}

const store = ownWords.includes('gathering') ? gathering(openStore()) : openStore();
say(JSON.stringify(await verifySession(store, session)));
