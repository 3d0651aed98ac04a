import { hash } from 'node:crypto';

import { sessionIdSchema, type SessionId } from '@rook/contract';
import * as z from 'zod';

/** How far a session is in the ledger. */
export interface SessionMark {
  /** All of its lines up to that entry are there; -1: nobody knows. */
  readonly seq: number;
  /** How long its journal was then; -1: it has to be looked at. */
  readonly bytes: number;
  /** Which of its lines are there says only the ledger itself. */
  readonly isUnsure: boolean;
  /** Of its lines as they stand in the ledger, so that they need not be compared again if something else there changed. */
  readonly digest: string;
}

export type Bookmark = ReadonlyMap<SessionId, SessionMark>;

const schema = z.strictObject({
  version: z.literal(2),
  sessions: z.array(z.tuple([sessionIdSchema, z.int().min(-1), z.int().min(-1), z.boolean(), z.string()])),
});

/** Null for whatever is no bookmark: then everything is looked at again. */
export function readBookmark(text: string | null): Bookmark | null {
  if (text === null) return null;
  try {
    const read = schema.safeParse(JSON.parse(text));
    if (!read.success) return null;
    return new Map(
      read.data.sessions.map(([id, seq, bytes, isUnsure, digest]) => [id, { seq, bytes, isUnsure, digest }]),
    );
  } catch {
    return null;
  }
}

export function writeBookmark(bookmark: Bookmark): string {
  const sessions = [...bookmark].map(([id, { seq, bytes, isUnsure, digest }]) => [
    id,
    seq,
    bytes,
    isUnsure,
    digest,
  ]);
  return JSON.stringify({ version: 2, sessions });
}

/** One digest for the lines of a session, in the order of the ledger; `before` is that of those before them. */
export function digestLines(before: string, texts: readonly string[]): string {
  return texts.reduce((digest, text) => hash('sha256', `${digest}\n${text}`), before);
}
