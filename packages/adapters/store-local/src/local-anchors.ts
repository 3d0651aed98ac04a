import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail, rookError, succeed } from '@rook/contract';
import type { Anchor, Anchors } from '@rook/engine';

import { ensureOwnFolder } from './own-folder.ts';
import { replaceFile } from './replace-file.ts';
import { systemReason } from './system-reason.ts';

/** Anchors of sessions in the user's own folder, where nothing that a workspace brings along can reach. */
export function createLocalAnchors(home: string): Anchors {
  const folder = join(home, 'anchors');
  return {
    get: async (session) => {
      const path = join(folder, `${session}.json`);
      try {
        const anchor = parseAnchor(await readFile(path, 'utf8'));
        return anchor === undefined
          ? fail(
              rookError(
                'not_readable',
                `The anchor ${path} is damaged; the end of the session cannot be checked.`,
              ),
            )
          : succeed(anchor);
      } catch (error) {
        const reason = systemReason(error);
        if (reason === 'no such file or folder') return succeed(null);
        return fail(rookError('not_readable', `The anchor ${path} cannot be read: ${reason}.`));
      }
    },
    set: async (session, anchor) => {
      const made = await ensureOwnFolder(folder);
      if (!made.ok) return made;
      return replaceFile(join(folder, `${session}.json`), `${JSON.stringify({ session, ...anchor })}\n`);
    },
  };
}

function parseAnchor(text: string): Anchor | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const fields = new Map<string, unknown>(
      typeof value === 'object' && value !== null ? Object.entries(value) : [],
    );
    const [seq, hash] = [fields.get('seq'), fields.get('hash')];
    return typeof seq === 'number' && typeof hash === 'string' ? { seq, hash } : undefined;
  } catch {
    return undefined;
  }
}
