import { succeed, type Result, type SessionId } from '@rook/contract';

import { readJournal } from '../journal/read-journal.ts';
import type { Store } from '../ports/store.ts';
import { createLeftCommandFold, type LeftCommand } from './fold-left-commands.ts';

/** A command whose process of Rook is gone, and whose end nobody has written down yet. */
export interface UnfinishedCommand {
  readonly session: SessionId;
  readonly command: string;
  readonly line: string;
  readonly since: string;
}

const MOST_CHARACTERS = 200;

/**
 * What the next start that writes will settle, for those who only read. A session that somebody holds is looked after by him. What cannot be
 * read names none.
 */
export async function findUnfinishedCommands(
  store: Pick<Store, 'leftChanging' | 'read' | 'holder'>,
): Promise<Result<readonly UnfinishedCommand[]>> {
  const left = await store.leftChanging();
  if (!left.ok) return left;
  const found: UnfinishedCommand[] = [];
  for (const session of left.value) {
    if (await isHeld(store, session)) continue;
    const commands = await readLeft(store, session);
    // Whoever took it meanwhile may have begun what was read.
    if (commands.length === 0 || (await isHeld(store, session))) continue;
    found.push(...commands.map((command) => describe(session, command)));
  }
  return succeed(found);
}

async function isHeld(store: Pick<Store, 'holder'>, session: SessionId): Promise<boolean> {
  const holder = await store.holder(session);
  return !holder.ok || holder.value !== null;
}

async function readLeft(store: Pick<Store, 'read'>, session: SessionId): Promise<readonly LeftCommand[]> {
  const fold = createLeftCommandFold();
  for await (const batch of readJournal(store, session)) {
    if (!batch.ok) return [];
    for (const { read } of batch.value) fold.add(read);
  }
  return fold.left();
}

function describe(session: SessionId, { started }: LeftCommand): UnfinishedCommand {
  const { command_id: command, command: text, timestamp: since } = started;
  const line = typeof text === 'string' ? text : text.preview;
  const shown = line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
  return { session, command, line: shown, since };
}
