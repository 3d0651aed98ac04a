import type { LiveState } from '@rook/contract';
import { useEffect, useMemo, useState } from 'react';

import type { BatchView, CommandEndView, CommandView, Failure, TurnView } from '../state/conversation.ts';
import type { SessionState } from '../state/session-state.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useSession } from '../state/use-session.ts';

/** Who began a turn is looked up only now and then, so a turn that has just begun is not called left. */
const GRACE_MS = 2500;

/**
 * A turn that nobody carries on: it is open, and no process writes to the session. Its entries say so only once the
 * session is opened for writing again.
 */
export function useLeftTurn(turn: TurnView, store: SessionStore): TurnView {
  const isUnheld = useSession(store, isUnheldIn);
  const isLeft = isUnheld && (turn.status === 'running' || (turn.status === 'waiting' && turn.isBatch));
  const isSure = useLasting(isLeft, Date.parse(turn.started ?? turn.asked));
  return isLeft && isSure ? closeLeft(turn) : turn;
}

/** A command in the background ends with the process that writes to its session, which its entries say later. */
export function useLeftCommand(command: CommandView, store: SessionStore): CommandView {
  const isUnheld = useSession(store, isUnheldIn);
  const isLeft = isUnheld && command.isBackground && command.end === null;
  const isSure = useLasting(isLeft, Date.parse(command.started));
  return isLeft && isSure ? { ...command, end: LOST } : command;
}

/** All turns, where the one that nobody carries on is over. */
export function useEndedTurns(turns: readonly TurnView[], store: SessionStore): readonly TurnView[] {
  const isUnheld = useSession(store, isUnheldIn);
  const left = isUnheld ? turns.findLast(({ status }) => status === 'running') : undefined;
  const isSure = useLasting(left !== undefined, Date.parse(left?.started ?? left?.asked ?? ''));
  const isOver = left !== undefined && isSure;
  return useMemo(
    () => (isOver ? turns.map((turn) => (turn === left ? closeLeft(turn) : turn)) : turns),
    [turns, left, isOver],
  );
}

/** A message that nobody will begin by themselves. */
export function useIsLeft(turn: TurnView, store: SessionStore): boolean {
  const isSaid = useSession(store, ({ live }) => isAmong(live, turn));
  const isUnheld = useSession(store, isUnheldIn);
  const isSure = useLasting(isUnheld, Date.parse(turn.asked));
  return isSaid || (isUnheld && isSure);
}

/** All of those, in their order. */
export function listLeft(state: SessionState): readonly TurnView[] {
  const isUnheld = isUnheldIn(state);
  return state.conversation.turns.filter(
    (turn) => turn.status === 'waiting' && !turn.isBatch && (isUnheld || isAmong(state.live, turn)),
  );
}

function isAmong(live: LiveState | null, { messageId }: TurnView): boolean {
  return messageId !== null && (live?.left.includes(messageId) ?? false);
}

function isUnheldIn({ live }: SessionState): boolean {
  return live !== null && !live.isHeld && live.heldBy === null;
}

function useLasting(isLeft: boolean, since: number): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    setLasting(false);
    if (!isLeft) return undefined;
    const timer = setTimeout(() => setLasting(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [isLeft]);
  return isLasting || Math.abs(Date.now() - since) > GRACE_MS;
}

const known = new WeakMap<TurnView, TurnView>();

/** The same as the entries will say. A question that waits for a person survives, so it is no matter of this. */
function closeLeft(turn: TurnView): TurnView {
  const before = known.get(turn);
  if (before !== undefined) return before;
  const closed: TurnView = {
    ...turn,
    status: 'crashed',
    failure: turn.status === 'waiting' ? NOT_BEGUN : CUT_SHORT,
    activities: turn.activities.map((one) => (one.state === 'running' ? { ...one, state: 'left' } : one)),
    commands: turn.commands.map((one) => (one.end === null ? { ...one, end: LOST } : one)),
    batches: turn.batches.map((one) => (one.end === null ? endBatch(one) : one)),
  };
  known.set(turn, closed);
  return closed;
}

/** How many came to a good end is counted by the page. */
function endBatch(batch: BatchView): BatchView {
  return { ...batch, end: { by: 'crashed', succeeded: 0, failed: 0, left: batch.queue, reason: '' } };
}

/** A message that was not begun waits; of commands only their number was written down. */
const NOT_BEGUN: Failure = {
  code: 'crashed',
  kind: 'error',
  message: 'Nothing of it was run. Choose the commands again where they are offered.',
};
const CUT_SHORT: Failure = {
  code: 'crashed',
  kind: 'error',
  message: 'Its process ended before it was done; what it did is kept.',
};
const LOST: CommandEndView = {
  exitCode: null,
  signal: null,
  endedBy: 'unknown',
  output: { text: '', cut: null },
  milliseconds: 0,
  whole: null,
  isBinary: false,
  leftBehind: 0,
  changeSet: null,
};
