import { unlink } from 'node:fs/promises';
import { join } from 'node:path';

import { succeed, type SessionId } from '@rook/contract';
import type { Anchors } from '@rook/engine';

import {
  findAnchors,
  listAnchored,
  placeOf,
  readAnchor,
  type FoundAnchors,
  type PlacedAnchor,
} from './find-anchors.ts';
import { findHeldLines } from './find-held-lines.ts';
import { ensureOwnFolder } from './own-folder.ts';
import { replaceFile } from './replace-file.ts';
import { anchorFile, anchorFolder } from './session-paths.ts';

/**
 * Anchors of sessions in the user's own folder, where nothing that a workspace brings along can reach: one for
 * each place in which a session lies, because a workspace that was copied goes on in two of them.
 */
export function createLocalAnchors(home: string, folder: string): Anchors {
  const anchors = join(home, 'anchors');
  return {
    get: async (session) => {
      const found = await findAnchors(anchors, folder, session);
      if (!found.ok) return found;
      const placed = highest(found.value.here) ?? (await chooseForeign(folder, session, found.value));
      if (placed !== undefined) return succeed({ seq: placed.seq, hash: placed.hash });
      // From before anchors had a place.
      return readAnchor(join(anchors, `${session}.json`));
    },
    list: async () => listAnchored(anchors, await placeOf(folder)),
    set: async (session, { seq, hash }) => {
      const made = ensureOwnFolder(anchorFolder(anchors, session));
      if (!made.ok) return made;
      const found = await findAnchors(anchors, folder, session);
      const moved = found.ok && found.value.here.length === 0 ? found.value.gone : [];
      const inherited = highest(await held(folder, session, moved));
      const place = await placeOf(folder);
      const text = `${JSON.stringify({ session, place, seq, hash })}\n`;
      const written = await replaceFile(anchorFile(anchors, session, place), text);
      // It moved along; left behind, it would be an old truth if the workspace ever moved back.
      if (written.ok && inherited !== undefined) await unlink(inherited.path).catch(() => undefined);
      return written;
    },
  };
}

/**
 * What the anchors of other places say about a session that has none here. One that the file holds counts: it
 * came from there. Of a place where the session is gone it also counts when the file does not hold it: the
 * workspace was moved, and its end cut. Where the session still lies, this is a copy, and it may have been made
 * before the other one went on: nothing can be said.
 */
async function chooseForeign(
  folder: string,
  session: SessionId,
  { gone, elsewhere }: FoundAnchors,
): Promise<PlacedAnchor | undefined> {
  return highest(await held(folder, session, [...gone, ...elsewhere])) ?? highest(gone);
}

async function held(
  folder: string,
  session: SessionId,
  anchors: readonly PlacedAnchor[],
): Promise<readonly PlacedAnchor[]> {
  if (anchors.length === 0) return [];
  const lines = await findHeldLines(folder, session, new Set(anchors.map(({ hash }) => hash)));
  return anchors.filter(({ hash }) => lines.has(hash));
}

function highest(anchors: readonly PlacedAnchor[]): PlacedAnchor | undefined {
  return anchors.toSorted((first, second) => second.seq - first.seq)[0];
}
