import {
  fail,
  rookError,
  succeed,
  type Delta,
  type EntryBase,
  type LiveState,
  type MessageId,
  type Result,
  type RookError,
  type SessionId,
} from '@rook/contract';

import type { Session } from '../sessions/session.ts';
import { createLiveSoFar, type LiveSoFar } from './live-so-far.ts';
import type { OpenedSession, OpenWish, WorkbenchSetup } from './workbench-setup.ts';

/** What is told to who follows a session. */
interface Follower {
  readonly entry: (entry: EntryBase) => void;
  /** `behind`: the last entry before it. */
  readonly delta: (delta: Delta, behind: number) => void;
  readonly notice: (text: string) => void;
  /** The session was taken or given free here. */
  readonly changed: () => void;
}

/**
 * The sessions that this process writes to. One is given free a while after its last turn, and when no command of it runs in the
 * background any more, so that others can take it.
 */
export interface HeldSessions {
  /** What it is doing; null where it is not held here. */
  readonly state: (session: SessionId) => LiveState | null;
  readonly isRunning: (session: SessionId) => boolean;
  /** Null where it is not held here. */
  readonly live: (session: SessionId) => LiveSoFar | null;
  /** Null: a new one. */
  readonly take: (session: SessionId | null, model?: string) => Promise<Result<Session>>;
  /** The session that begins with this message; where it has begun already, that one. */
  readonly begin: (message: MessageId, model?: string) => Promise<Result<Session>>;
  /** Gives it free unless it works; false where it does. Commands in the background count as work, unless they are to end with it. */
  readonly release: (session: SessionId, jobs?: 'end') => Promise<boolean>;
  readonly follow: (session: SessionId, follower: Follower) => () => void;
  /** Ends what runs, properly, and takes nothing more. */
  readonly close: () => Promise<void>;
}

interface Held extends OpenedSession {
  readonly model: string | undefined;
  readonly live: LiveSoFar;
  /** Ends the wait after which it would be given free. */
  resting: AbortController | null;
}

const REST_MILLISECONDS = 2000;
const PATIENCE_MILLISECONDS = 300;

export function createHeldSessions(setup: WorkbenchSetup, listChanged: () => void): HeldSessions {
  const followers = createFollowers();
  const inTurn = createTurns();
  const holding = createHolding(setup, followers.tell, listChanged);
  let isClosed = false;

  async function rest(session: SessionId, one: Held): Promise<void> {
    one.resting?.abort();
    const resting = new AbortController();
    one.resting = resting;
    for (;;) {
      await one.session.idle();
      await setup.clock.sleep(REST_MILLISECONDS, resting.signal);
      if (resting.signal.aborted || isClosed) return;
      if (await inTurn.run(session, async () => holding.letGo(session))) return;
    }
  }

  async function takeNamed(session: SessionId, model: string | undefined): Promise<Result<Session>> {
    const one = holding.held.get(session);
    const isOther = one !== undefined && model !== undefined && one.model !== model;
    if (one !== undefined && !(isOther && (await holding.letGo(session, 'end')))) return succeed(one.session);
    return holding.open({ session }, model);
  }

  async function beginNamed(session: SessionId, model: string | undefined): Promise<Result<Session>> {
    if (holding.held.has(session)) return takeNamed(session, model);
    const [listed, trash] = await Promise.all([setup.store.list(), setup.store.listTrash()]);
    if (!listed.ok) return listed;
    const isIn = (all: readonly { readonly id: SessionId }[]) => all.some(({ id }) => id === session);
    if (isIn(listed.value)) return takeNamed(session, model);
    if (trash.ok && isIn(trash.value)) return fail(rookError('not_found', `${session} was deleted.`));
    return holding.open({ session, isNew: true }, model);
  }

  async function hold(taking: Promise<Result<Session>>): Promise<Result<Session>> {
    const taken = await taking;
    const one = taken.ok ? holding.held.get(taken.value.id) : undefined;
    if (taken.ok && one !== undefined) void rest(taken.value.id, one);
    return taken;
  }

  return {
    state: (session) => {
      const one = holding.held.get(session);
      if (one === undefined) return null;
      const { running, waiting, left, unwritten, mode, activeIntent } = one.session.state();
      return { isHeld: true, running, waiting, left: [...left], unwritten, mode, activeIntent, heldBy: null };
    },
    live: (session) => holding.held.get(session)?.live ?? null,
    isRunning: (session) => (holding.held.get(session)?.session.state().running ?? null) !== null,
    take: async (session, model) => {
      if (isClosed) return fail(closing());
      return hold(
        session === null
          ? holding.open({}, model)
          : inTurn.run(session, async () => takeNamed(session, model)),
      );
    },
    begin: async (message, model) => {
      if (isClosed) return fail(closing());
      const session = setup.nameSession(message);
      return hold(inTurn.run(session, async () => beginNamed(session, model)));
    },
    release: async (session, jobs) => inTurn.run(session, async () => holding.letGo(session, jobs)),
    follow: followers.follow,
    close: async () => {
      isClosed = true;
      await inTurn.settled();
      await Promise.all([...holding.held].map(async ([session, one]) => holding.end(session, one)));
    },
  };
}

function closing(): RookError {
  return rookError('busy', 'The workbench is closing; nothing was sent.');
}

type Tell = (session: SessionId, what: (follower: Follower) => void) => void;

function createFollowers(): Pick<HeldSessions, 'follow'> & { readonly tell: Tell } {
  const followers = new Map<SessionId, Set<Follower>>();
  return {
    tell: (session, what) => {
      for (const follower of followers.get(session) ?? []) what(follower);
    },
    follow: (session, follower) => {
      const all = followers.get(session) ?? new Set();
      all.add(follower);
      followers.set(session, all);
      return () => {
        all.delete(follower);
        if (all.size === 0 && followers.get(session) === all) followers.delete(session);
      };
    },
  };
}

interface Turns {
  readonly run: <Value>(session: SessionId, work: () => Promise<Value>) => Promise<Value>;
  readonly settled: () => Promise<unknown>;
}

/** One thing at a time for each session: two tabs that begin at once take it once. */
function createTurns(): Turns {
  const turns = new Map<SessionId, Promise<unknown>>();
  return {
    settled: async () => Promise.all(turns.values()),
    run: async (session, work) => {
      const done = (turns.get(session) ?? Promise.resolve()).then(work);
      const settled = done.then(
        () => undefined,
        () => undefined,
      );
      turns.set(session, settled);
      try {
        return await done;
      } finally {
        if (turns.get(session) === settled) turns.delete(session);
      }
    },
  };
}

interface Holding {
  readonly held: ReadonlyMap<SessionId, Held>;
  readonly open: (wish: Omit<OpenWish, 'model'>, model: string | undefined) => Promise<Result<Session>>;
  /** False where it works. */
  readonly letGo: (session: SessionId, jobs?: 'end') => Promise<boolean>;
  readonly end: (session: SessionId, one: Held) => Promise<void>;
}

function createHolding(setup: WorkbenchSetup, tell: Tell, listChanged: () => void): Holding {
  const held = new Map<SessionId, Held>();

  async function end(session: SessionId, one: Held): Promise<void> {
    one.resting?.abort();
    held.delete(session);
    const closed = await one.session.close();
    if (!closed.ok) setup.log?.write('error', `The end of ${session}: ${closed.error.message}`);
    await one.dispose();
    tell(session, (follower) => follower.changed());
    listChanged();
  }

  return {
    held,
    end,
    open: async (wish, model) => {
      let id: SessionId | null = wish.session ?? null;
      const live = createLiveSoFar();
      const told = (what: (follower: Follower) => void): void => {
        if (id !== null) tell(id, what);
      };
      const opened = await setup.open(
        { ...wish, ...(model === undefined ? {} : { model }) },
        {
          entry: (entry) => {
            live.entry(entry);
            told((follower) => follower.entry(entry));
            if (LISTED.has(entry.event_type)) listChanged();
          },
          delta: (delta) => {
            live.delta(delta);
            told((follower) => follower.delta(delta, live.behind()));
          },
          notice: (text) => told((follower) => follower.notice(text)),
        },
      );
      if (!opened.ok) return opened;
      const { session } = opened.value;
      ({ id } = session);
      held.set(session.id, { ...opened.value, model, live, resting: null });
      tell(session.id, (follower) => follower.changed());
      return succeed(session);
    },
    letGo: async (session, jobs) => {
      const one = held.get(session);
      if (one === undefined) return true;
      // A turn whose end is told may have a last thing to do.
      const patience = new AbortController();
      await Promise.race([one.session.idle(), setup.clock.sleep(PATIENCE_MILLISECONDS, patience.signal)]);
      patience.abort();
      if (isWorking(one.session) || (jobs !== 'end' && one.session.state().jobs > 0)) return false;
      await end(session, one);
      return true;
    },
  };
}

/** What changes what the list says. */
const LISTED: ReadonlySet<string> = new Set([
  'session_start',
  'message_admitted',
  'turn_started',
  'turn',
  'session_changed',
  'approval_requested',
  'approval_answered',
  'approval_voided',
]);

function isWorking(session: Session): boolean {
  const { running, waiting, unwritten } = session.state();
  return running !== null || waiting > 0 || unwritten > 0;
}
