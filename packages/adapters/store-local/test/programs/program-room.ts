import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { sessionIdSchema, turnIdSchema, type EntryDraft, type Result } from '@rook/contract';
import { openJournal, type Clock, type Journal, type JournalSetup, type Store } from '@rook/engine';

import { createLocalStore } from '../../src/index.ts';
import { lineSetting } from '../line-setting.ts';

const [home = '', folder = '', id = '', ...words] = process.argv.slice(2);

/** The words after the folders and the session. */
export const ownWords: readonly string[] = words;
export const session = sessionIdSchema.parse(id);
export const sessionsFolder: string = folder;

export function openStore(): Store {
  return createLocalStore({ home, folder });
}

const systemClock: Clock = {
  now: () => new Date(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal }).catch(() => undefined);
  },
};

/** Opens the session of the command line, with another store when one is given. */
export async function openSession(
  surface: string,
  wrap: (store: Store) => Store = (store) => store,
  seen: JournalSetup['seen'] = () => undefined,
): Promise<Result<Journal>> {
  return openJournal({
    store: wrap(openStore()),
    clock: systemClock,
    session,
    holder: { surface },
    sync: 'turn',
    lines: lineSetting,
    seen,
  });
}

/** Said at once and into a file: it stays even if the process dies right after. */
export function say(text: string): void {
  writeSync(1, `${text}\n`);
}

/** Tells the test that the program begins. */
export function sayReady(): void {
  writeSync(3, 'ready');
}

export async function pause(milliseconds: number): Promise<void> {
  await wait(milliseconds);
}

/** Appends, and says the id of each entry after the journal acknowledged it. */
export async function appendAndSay(
  journal: Journal,
  drafts: readonly EntryDraft[],
  durable = false,
): Promise<boolean> {
  const appended = await journal.append(drafts, { durable });
  if (appended.ok) say(appended.value.map(({ event_id: entry }) => entry).join('\n'));
  return appended.ok;
}

export function turn(number: number, length: number): EntryDraft {
  return {
    event_type: 'turn',
    turn_id: turnIdSchema.parse(`t${String(number).padStart(4, '0')}`),
    user: { text: 'ä'.repeat(length / 2) },
    assistant: { text: 'yes' },
    tool_call_count: 0,
  };
}

export function tag(number: number): EntryDraft {
  return {
    event_type: 'tag',
    turn_id: turnIdSchema.parse(`t${String(number).padStart(4, '0')}`),
    tags: ['fault'],
  };
}
