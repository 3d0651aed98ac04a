import { dirname, join } from 'node:path';

import { fail, rookError, type SessionId } from '@rook/contract';
import type { KeptOutputs } from '@rook/engine';

import { beginBlobAt } from './draft-blob.ts';
import { createLocalKeptLooks, placeBeside, removeQuietly } from './local-kept-looks.ts';
import { inspectWay, prepareWay } from './own-folder.ts';
import { readWholeParts } from './read-whole-parts.ts';

const PREFIX = 'output-';

/** Files in the folder of their session. A blob that grows there takes its place among the others when it is whole. */
export function createLocalKeptOutputs(folder: string): KeptOutputs {
  const notes = createLocalKeptLooks(folder, PREFIX);
  const place = (session: SessionId, command: string): string | null => {
    const path = placeBeside({ folder, session, command, prefix: PREFIX });
    return path === null ? null : `${path}.growing`;
  };
  return {
    ...notes,
    begin: async (session, command) => {
      const path = place(session, command);
      if (path === null) return fail(rookError('invalid_input', `${command} is no name of a command.`));
      for (const needed of [dirname(path), join(folder, 'blobs')]) {
        const ready = prepareWay(folder, needed);
        if (!ready.ok) return ready;
      }
      removeQuietly(path);
      return beginBlobAt(join(folder, 'blobs'), path);
    },
    read: async function* (session, command) {
      const path = place(session, command);
      if (path !== null && inspectWay(folder, dirname(path)).ok) yield* readWholeParts(path);
    },
    drop: async (session, command) => {
      await notes.drop(session, command);
      const path = place(session, command);
      if (path !== null && inspectWay(folder, dirname(path)).ok) removeQuietly(path);
    },
  };
}
