import type { ActivityState, Todo, TurnView } from '../state/conversation.ts';
import { listOpenApprovals } from '../state/session-facts.ts';
import type { SessionState } from '../state/session-state.ts';

/** What keeps the next step from being sent by itself; null: nothing does. */
export type ContinueStop = 'done' | 'failed' | 'asks' | 'running' | 'away' | 'limit';

const MOST_STEPS = 25;

/** `steps`: how many were sent by themselves in a row. */
export function findContinueStop(
  state: SessionState,
  todos: readonly Todo[],
  steps: number,
): ContinueStop | null {
  const last = state.conversation.turns.at(-1);
  if (last === undefined || !state.isLinkUp || state.phase !== 'ready') return 'away';
  if (listOpenApprovals(state).length > 0) return 'asks';
  if (!isSettled(last) || state.pending.length > 0 || (state.live?.running ?? null) !== null)
    return 'running';
  if (last.status !== 'completed' || last.failure !== null || hasTrouble(last)) return 'failed';
  // Until the session as a whole is read anew, nobody knows which todos the turn closed.
  if ((state.overview?.through ?? -1) < last.endSeq) return 'running';
  if (todos.every(({ isDone }) => isDone)) return 'done';
  return steps >= MOST_STEPS ? 'limit' : null;
}

function isSettled({ ended }: TurnView): boolean {
  return ended !== null;
}

/** Whoever sent the next step would pay for the same refusal or failure again. */
function hasTrouble({ activities, changes, commands, approvals }: TurnView): boolean {
  return (
    activities.some(({ state }) => TROUBLE.has(state)) ||
    changes.some(({ state }) => state === 'refused') ||
    commands.some(({ end }) => end !== null && end.exitCode !== 0) ||
    approvals.some(({ answer }) => answer?.answer === 'no')
  );
}

const TROUBLE: ReadonlySet<ActivityState> = new Set(['refused', 'erred', 'failed', 'stopped', 'left']);
