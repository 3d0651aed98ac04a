import { hash } from 'node:crypto';
import { join } from 'node:path';

import { sessionIdSchema, type SessionId } from '@rook/contract';

/** The folder of the day on which a session began, in UTC as its id says; it stays there past midnight. */
export function dayFolder(folder: string, session: SessionId): string {
  const [, date = ''] = session.split('-');
  return join(folder, 'chats', `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`);
}

export function sessionFile(folder: string, session: SessionId): string {
  return join(dayFolder(folder, session), `session_${session}.jsonl`);
}

/** The folder for what belongs to a session beside its journal. */
export function sessionFolder(folder: string, session: SessionId): string {
  return join(dayFolder(folder, session), `session_${session}`);
}

/** The folder of a session that was deleted and can be brought back. */
export function trashFolder(folder: string, session: SessionId): string {
  return join(folder, 'trash', session);
}

export function trashFile(folder: string, session: SessionId): string {
  return join(trashFolder(folder, session), `session_${session}.jsonl`);
}

export function trashedFolder(folder: string, session: SessionId): string {
  return join(trashFolder(folder, session), `session_${session}`);
}

/** Says that the removal of a session in the trash has begun. */
export function purgingMark(folder: string, session: SessionId): string {
  return join(trashFolder(folder, session), 'purging');
}

export function lockFile(folder: string, session: SessionId): string {
  return join(folder, 'locks', `${session}.sqlite`);
}

export function holderFile(folder: string, session: SessionId): string {
  return join(folder, 'locks', `${session}.json`);
}

/** The session that a file name belongs to, or undefined for any other file. */
export function sessionOfFile(name: string): SessionId | undefined {
  const parsed = sessionIdSchema.safeParse(/^session_(.+)\.jsonl$/.exec(name)?.[1]);
  return parsed.success ? parsed.data : undefined;
}

/** The folder of the anchors of a session, in which each of its places has one. */
export function anchorFolder(anchors: string, session: SessionId): string {
  return join(anchors, session);
}

export function anchorFile(anchors: string, session: SessionId, place: string): string {
  return join(anchorFolder(anchors, session), `${hash('sha256', place, 'hex')}.json`);
}
