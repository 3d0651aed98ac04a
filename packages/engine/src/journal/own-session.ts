import { succeed, type Brand, type EntryOf, type Result } from '@rook/contract';

import { createSessionId } from './create-ids.ts';
import { openJournal, type Journal, type JournalSetup } from './open-journal.ts';

export interface OwnSessionSetup extends Omit<JournalSetup, 'session'> {
  readonly brand: Brand;
  readonly title?: string;
}

/** A session that begins with the first thing that has to be written down. */
export interface OwnSession {
  /** The journal, begun on first use; one session however often it is asked for. */
  journal(): Promise<Result<Journal>>;
  /** Writes down a look at the health, which begins a session when there is none. */
  recordHealth(checks: EntryOf<'health'>['checks']): Promise<Result<void>>;
  /** Writes what waits and gives the session free. */
  close(): Promise<Result<void>>;
}

export function createOwnSession(setup: OwnSessionSetup): OwnSession {
  let begun: Promise<Result<Journal>> | undefined;

  async function begin(): Promise<Result<Journal>> {
    const { brand, title, lines, clock } = setup;
    const start = {
      event_type: 'session_start',
      chat_surface: setup.holder.surface,
      participant: brand.participant.id,
      ...(title === undefined ? {} : { session_title: title }),
    } as const;
    const session = createSessionId(brand, clock.now());
    const opened = await openJournal({ ...setup, session, lines: { ...lines, start } });
    if (!opened.ok) return opened;
    await opened.value.append([start]);
    return opened;
  }

  const journal = async (): Promise<Result<Journal>> => {
    begun ??= begin();
    const result = await begun;
    if (!result.ok) begun = undefined;
    return result;
  };

  return {
    journal,
    recordHealth: async (checks) => {
      const opened = await journal();
      if (!opened.ok) return opened;
      const written = await opened.value.append([{ event_type: 'health', checks }]);
      return written.ok ? succeed(undefined) : written;
    },
    close: async () => {
      const result = await begun;
      return result?.ok === true ? result.value.close() : succeed(undefined);
    },
  };
}
