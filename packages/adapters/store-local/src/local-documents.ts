import { dirname, join } from 'node:path';

import { fail, rookError, succeed, type Result, type SessionId } from '@rook/contract';
import type { Documents } from '@rook/engine';

import { inspectWay, prepareWay } from './own-folder.ts';
import { readPlainFile } from './plain-file.ts';
import { replaceFile } from './replace-file.ts';
import { sessionFolder } from './session-paths.ts';
import { systemReason } from './system-reason.ts';

/** A name, or one folder and a name; no part begins with a dot, so none leads upward or is hidden. */
const PLAIN_NAME = /^(?:\w[\w.-]*\/)?\w[\w.-]*$/;

/** More than any document has; whoever made a workspace may have put anything there. */
const LIMIT_BYTES = 64 << 20;

/** Texts beside a session, in a folder of its own. */
export function createLocalDocuments(folder: string): Documents {
  const place = (session: SessionId, name: string): Result<string> =>
    PLAIN_NAME.test(name)
      ? succeed(join(sessionFolder(folder, session), name))
      : fail(rookError('unsafe_folder', `${JSON.stringify(name)} is no plain name for a document.`));

  return {
    get: async (session, name) => {
      const path = place(session, name);
      if (!path.ok) return path;
      const safe = inspectWay(folder, dirname(path.value));
      if (!safe.ok) return safe;
      try {
        const bytes = await readPlainFile(path.value, { noLink: true, mostBytes: LIMIT_BYTES });
        return succeed(bytes.toString('utf8'));
      } catch (error) {
        const reason = systemReason(error);
        if (reason === 'no such file or folder') return succeed(null);
        return fail(rookError('not_readable', `${path.value} cannot be read: ${reason}.`));
      }
    },
    put: async (session, name, text) => {
      const path = place(session, name);
      if (!path.ok) return path;
      const made = prepareWay(folder, dirname(path.value));
      return made.ok ? replaceFile(path.value, text) : made;
    },
  };
}
