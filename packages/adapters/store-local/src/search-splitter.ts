import { DatabaseSync } from 'node:sqlite';

import type { WordSplitter } from '@rook/engine';

/** How words are told apart and folded, in the index and in a query alike. */
export const TOKENIZER = 'unicode61 remove_diacritics 2';

/** Splits with SQLite itself, in memory, so that a query can never mean other words than the index has. */
export function createWordSplitter(): WordSplitter {
  const database = new DatabaseSync(':memory:');
  database.exec(
    `CREATE VIRTUAL TABLE one USING fts5(text, content = '', columnsize = 0, detail = none, tokenize = "${TOKENIZER}");
     CREATE VIRTUAL TABLE word USING fts5vocab(one, row)`,
  );
  const put = database.prepare('INSERT INTO one (rowid, text) VALUES (1, ?)');
  const words = database.prepare('SELECT term FROM word');
  const clear = database.prepare("INSERT INTO one (one) VALUES ('delete-all')");
  return {
    split: (text) => {
      put.run(text);
      const found = words.all().map(({ term }) => String(term));
      clear.run();
      return found;
    },
  };
}
