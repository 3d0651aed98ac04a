import { appendFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { LOG_LEVELS, type Log, type LogLevel } from '@rook/engine';

import { makeOwnFolderSync } from './own-folder.ts';

/**
 * A log of one JSON line for each note, in a file of the user's own folder. Must not throw: a note that
 * cannot be written is given up, because nothing may fail for the sake of its log.
 */
export function createLocalLog(setup: {
  readonly path: string;
  readonly level: LogLevel;
  readonly redact: (text: string) => string;
}): Log {
  const most = LOG_LEVELS.indexOf(setup.level);
  return {
    write: (level, message, fields) => {
      if (LOG_LEVELS.indexOf(level) > most) return;
      try {
        const line = JSON.stringify({ time: new Date().toISOString(), level, message, ...fields });
        makeOwnFolderSync(dirname(setup.path));
        appendFileSync(setup.path, `${setup.redact(line)}\n`, { mode: 0o600 });
      } catch {
        // See above.
      }
    },
  };
}
