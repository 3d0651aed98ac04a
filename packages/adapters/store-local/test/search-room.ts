import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { sessionIdSchema, type SessionId } from '@rook/contract';
import type { SearchAnswer, SearchFilter, SearchIndex, Store } from '@rook/engine';

import { createLocalStore } from '../src/index.ts';
import { sessionFile } from '../src/session-paths.ts';
import { makeFolder, must } from './fault-room.ts';

/** Journals that a test writes as it likes, and what is searched in them. */
export interface SearchRoom {
  readonly root: string;
  readonly home: string;
  readonly folder: string;
  readonly index: string;
  readonly store: Store;
  file(session: SessionId): string;
  /** Adds text at the end of a session. */
  add(session: SessionId, text: string): void;
  put(session: SessionId, text: string): void;
  remove(session: SessionId): void;
}

export function makeSearchRoom(root = makeFolder()): SearchRoom {
  const [home, folder] = [join(root, 'home'), join(root, '.rook')];
  mkdirSync(join(folder, 'chats'), { recursive: true, mode: 0o700 });
  const file = (session: SessionId): string => {
    const path = sessionFile(folder, session);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  };
  return {
    root,
    home,
    folder,
    index: join(folder, 'index.sqlite'),
    store: createLocalStore({ home, folder }),
    file,
    add: (session, text) => appendFileSync(file(session), text, { mode: 0o600 }),
    put: (session, text) => writeFileSync(file(session), text, { mode: 0o600 }),
    remove: (session) => rmSync(file(session), { force: true }),
  };
}

export const sessions: readonly SessionId[] = [
  'rook-20261114-00000001',
  'rook-20261115-00000002',
  'rook-20261115-00000003',
].map((id) => sessionIdSchema.parse(id));

export const [firstSession = sessionIdSchema.parse('rook-20261114-00000001')] = sessions;

/** The line of a turn in which somebody said something. */
export function turnLine(text: string, time = 0): string {
  const timestamp = new Date(Date.UTC(2026, 10, 15) + time).toISOString();
  const turn = { event_type: 'turn', timestamp, turn_id: 't0001', user: { text }, assistant: { text: '' } };
  return `${JSON.stringify(turn)}\n`;
}

export async function search(
  index: SearchIndex,
  text: string,
  filter: SearchFilter = {},
): Promise<SearchAnswer> {
  must(await index.update());
  return must(await index.search({ text, filter, limit: 50 }));
}

/** Where the hits are: the end of the session's id and the line. */
export function places({ hits }: SearchAnswer): readonly string[] {
  return hits.map(({ session, line }) => `${session.slice(-1)}:${line}`);
}
