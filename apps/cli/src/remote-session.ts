import {
  parseEntry,
  succeed,
  type Command,
  type EntryBase,
  type LiveState,
  type Result,
  type SessionId,
  type SessionOverview,
  type Workbench,
} from '@rook/contract';
import { createApprovalFold, type Session, type SessionListener } from '@rook/engine';

/**
 * A session that another process holds, which takes commands for it: what is sent goes there, and what happens there is told
 * here as if it were held.
 */
export async function openRemoteSession(
  workbench: Workbench,
  id: SessionId,
  listener: SessionListener,
): Promise<Result<Session>> {
  const overview = await workbench.call('session_overview', { session: id });
  if (!overview.ok) return overview;
  const followed = createFollowed(overview.value);
  const following = workbench.follow({ session: id, after: overview.value.through });
  const pump = async (): Promise<void> => {
    for await (const event of following.events) {
      if (event.type === 'entries') {
        for (const entry of event.entries) {
          followed.entry(entry);
          listener.entry(entry);
        }
      } else if (event.type === 'delta') listener.delta(event.delta);
      else if (event.type === 'notice') listener.notice?.(event.text);
      else if (event.type === 'state') followed.state(event.state);
      followed.look();
    }
    followed.end();
  };
  void pump();
  return succeed({
    id,
    send: async (command) => {
      const taken = followed.sending(command);
      const sent = await workbench.call('session_send', { session: id, command });
      if (!sent.ok) taken();
      return sent.ok ? succeed(undefined) : sent;
    },
    state: followed.now,
    idle: followed.idle,
    close: async () => {
      following.stop();
      return succeed(undefined);
    },
  });
}

interface Followed {
  readonly entry: (entry: EntryBase) => void;
  readonly state: (state: LiveState) => void;
  /** A message or an answer is on its way; what it gives back takes that back. */
  readonly sending: (command: Command) => () => void;
  readonly look: () => void;
  readonly end: () => void;
  readonly now: Session['state'];
  readonly idle: Session['idle'];
}

function createFollowed(overview: SessionOverview): Followed {
  // What gives a right is judged where the session is held.
  const approvals = createApprovalFold(() => true);
  for (const asked of overview.approvals) approvals.add(parseEntry(asked));
  /** Messages whose turn has not ended, by their ids. */
  const awaited = new Set<string>();
  const turns = new Map<string, string>();
  /** Questions whose answer is on its way, or there and not told yet. */
  const answered = new Set<string>();
  const waiters: (() => void)[] = [];
  let live: LiveState | null = null;
  /** As it was last held. */
  let held: LiveState | null = null;
  let isEnded = false;
  /** Until the holder has said what it does, nobody knows. */
  const isIdle = () =>
    isEnded || (awaited.size === 0 && live !== null && live.running === null && live.waiting === 0);
  const look = (): void => {
    if (isIdle()) for (const waiter of waiters.splice(0)) waiter();
  };
  return {
    look,
    entry: (entry) => {
      const read = parseEntry(entry);
      approvals.add(read);
      if (read.kind !== 'known') return;
      const known = read.entry;
      if (known.event_type === 'turn_started') turns.set(known.turn_id, known.message_id);
      if (known.event_type === 'turn') awaited.delete(turns.get(known.turn_id) ?? '');
      if (known.event_type === 'message_admitted' && known.steers !== undefined)
        awaited.delete(known.message_id);
    },
    state: (state) => {
      live = state;
      if (state.isHeld) held = state;
    },
    sending: (command) => {
      if (command.type === 'approval_answer') {
        answered.add(command.approval_id);
        return () => answered.delete(command.approval_id);
      }
      if (!('message_id' in command)) return () => undefined;
      awaited.add(command.message_id);
      return () => {
        awaited.delete(command.message_id);
        look();
      };
    },
    end: () => {
      isEnded = true;
      look();
    },
    now: () => ({
      running: live?.running ?? null,
      approvals: approvals.open().filter(({ approval_id: id }) => !answered.has(id)),
      waiting: live?.waiting ?? 0,
      left: live?.left ?? [],
      // Whoever holds it looks after those.
      jobs: 0,
      unwritten: live?.unwritten ?? 0,
      // Given free again, it is as its entries say; the last word about them is the overview or the holder's.
      mode: held?.mode ?? overview.mode,
      activeIntent: held === null ? overview.activeIntent : held.activeIntent,
    }),
    idle: async () => {
      if (isIdle()) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiters.push(resolve);
      await promise;
    },
  };
}
