import type {
  Delta,
  EntryBase,
  Following,
  FollowWish,
  LiveState,
  SessionId,
  WorkbenchEvent,
} from '@rook/contract';

import { createEventQueue, type EventQueue } from './event-queue.ts';
import type { HeldSessions } from './held-sessions.ts';
import { entriesBehind, reachesBack, readBack, readPlaced } from './journal-tail.ts';
import { createSettledLive } from './live-so-far.ts';
import type { SessionWatch } from './watch-sessions.ts';
import type { WorkbenchSetup } from './workbench-setup.ts';

/** Others write into the same file; so often it is looked at while nobody here writes. */
const LOOK_MILLISECONDS = 300;

type Item =
  | { readonly type: 'written'; readonly entry: EntryBase }
  | { readonly type: 'look' }
  | { readonly type: 'live'; readonly delta: Delta; readonly behind: number }
  | { readonly type: 'tell'; readonly event: WorkbenchEvent };

interface FollowParts {
  readonly setup: WorkbenchSetup;
  readonly held: HeldSessions;
  readonly watch: SessionWatch;
}

/** Tells what is written to a session, by whomever, in order and each once; and what is live of it, where it is held here. */
export function followSession(parts: FollowParts, { session, after }: FollowWish): Following {
  const queue = createEventQueue<Item>();
  const unwatch = parts.watch.watch(() => queue.push({ type: 'tell', event: { type: 'sessions_changed' } }));
  const stopping = new AbortController();
  const unfollow =
    session === null
      ? () => undefined
      : parts.held.follow(session, {
          entry: (entry) => queue.push({ type: 'written', entry }),
          delta: (delta, behind) => queue.push({ type: 'live', delta, behind }),
          notice: (text) => queue.push({ type: 'tell', event: { type: 'notice', text } }),
          changed: () => queue.push({ type: 'look' }),
        });
  const stop = (): void => {
    stopping.abort();
    unwatch();
    unfollow();
    queue.end();
  };
  if (session !== null) {
    queue.push({ type: 'look' });
    const live = parts.held.live(session);
    for (const delta of live?.list() ?? []) queue.push({ type: 'live', delta, behind: live?.behind() ?? -1 });
    void keepLooking(parts, session, queue, stopping.signal);
  }
  const events = session === null ? listEvents(queue) : sessionEvents(parts, { session, after, queue });
  return { stop, events };
}

async function keepLooking(
  { setup, held }: FollowParts,
  session: SessionId,
  queue: EventQueue<Item>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await setup.clock.sleep(LOOK_MILLISECONDS, signal);
    if (held.state(session) === null) queue.push({ type: 'look' });
  }
}

async function* listEvents(queue: EventQueue<Item>): AsyncGenerator<WorkbenchEvent> {
  yield { type: 'caught_up' };
  for (;;) {
    const item = await queue.next();
    if (item === undefined) return;
    if (item.type === 'tell') yield item.event;
  }
}

interface Followed {
  readonly session: SessionId;
  readonly after: number;
  readonly queue: EventQueue<Item>;
}

async function* sessionEvents(
  parts: FollowParts,
  { session, after, queue }: Followed,
): AsyncGenerator<WorkbenchEvent> {
  const tail = createTail(parts, session, after);
  const telling = createStateTelling(parts, session);
  const settled = createSettledLive();
  let isCaughtUp = false;
  for (;;) {
    const item = await queue.next();
    if (item === undefined) return;
    const entries =
      item.type === 'look' ? await tail.look() : item.type === 'written' ? await tail.take(item.entry) : [];
    if (queue.isEnded()) return;
    for (let from = 0; from < entries.length; from += MOST_AT_ONCE)
      yield { type: 'entries', entries: entries.slice(from, from + MOST_AT_ONCE) };
    if (item.type === 'tell') yield item.event;
    settled.told(entries);
    if (item.type === 'live' && !settled.isLate(item.delta, item.behind))
      yield { type: 'delta', delta: item.delta };
    if (!isCaughtUp) yield { type: 'caught_up' };
    isCaughtUp = true;
    const state = await telling.next(tail.lastSeen());
    if (state !== null) yield { type: 'state', state };
    if (item.type === 'look' && tail.isGone()) yield { type: 'gone' };
  }
}

const MOST_AT_ONCE = 500;

interface Tail {
  /** What lies in the file behind what was told. */
  look(): Promise<EntryBase[]>;
  /** One that was just written; with those before it that nobody has told yet. */
  take(entry: EntryBase): Promise<EntryBase[]>;
  lastSeen(): EntryBase | null;
  /** It was there, and is there no more; said once. */
  isGone(): boolean;
}

function createTail({ setup }: FollowParts, session: SessionId, after: number): Tail {
  let last = after;
  /** Behind what was read; null: nothing was. */
  let offset: number | null = null;
  let lastSeen: EntryBase | null = null;
  let [wasThere, isGone] = [false, false];
  let listedAt = setup.clock.monotonic();
  const keep = (entries: readonly EntryBase[]): EntryBase[] => {
    const fresh = entries.filter(({ seq }) => seq > last);
    lastSeen = fresh.at(-1) ?? lastSeen;
    last = fresh.at(-1)?.seq ?? last;
    return fresh;
  };
  const look = async (): Promise<EntryBase[]> => {
    const read =
      offset === null
        ? await readBack(setup.store, session, (lines) => reachesBack(lines, last))
        : await readPlaced(setup.store, session, offset);
    if (!read.ok) return [];
    const { lines, end } = read.value;
    if (lines.length > 0) wasThere = true;
    else if (wasThere && !isGone && setup.clock.monotonic() - listedAt >= HOLDER_MILLISECONDS) {
      // A page that nothing happens in looks often, and a list of many sessions costs more than a look.
      listedAt = setup.clock.monotonic();
      const listed = await setup.store.list();
      isGone = listed.ok && !listed.value.some(({ id }) => id === session);
    }
    offset = end;
    return keep(entriesBehind(lines, last));
  };
  return {
    look,
    lastSeen: () => lastSeen,
    take: async (entry) => {
      if (entry.seq <= last) return [];
      return entry.seq === last + 1 ? keep([entry]) : look();
    },
    isGone: () => {
      const isNew = isGone && wasThere;
      if (isNew) wasThere = false;
      return isNew;
    },
  };
}

interface StateTelling {
  /** The state, where it is another one than was told. */
  next(lastSeen: EntryBase | null): Promise<LiveState | null>;
}

function createStateTelling({ setup, held }: FollowParts, session: SessionId): StateTelling {
  let told = '';
  let looked = -Infinity;
  let heldBy: string | null = null;
  return {
    next: async (lastSeen) => {
      const now = setup.clock.monotonic();
      const own = held.state(session);
      if (own === null && now - looked >= HOLDER_MILLISECONDS) {
        looked = now;
        const holder = await setup.store.holder(session);
        heldBy = holder.ok ? (holder.value?.surface ?? null) : null;
      }
      const state: LiveState = own ?? {
        isHeld: false,
        running: null,
        waiting: 0,
        left: [],
        unwritten: 0,
        mode: lastSeen?.mode.safety ?? 'ask',
        activeIntent: null,
        heldBy,
      };
      const text = JSON.stringify(state);
      if (text === told) return null;
      told = text;
      return state;
    },
  };
}

const HOLDER_MILLISECONDS = 1000;
