import { setTimeout as wait } from 'node:timers/promises';

import { isFirstOfNamespace, signalsOf, type ProcessFacts } from './process-table.ts';

/** Asks processes to end, those that were found, and settles when none is left or the time is over. */
export type AskToEnd = (
  find: () => readonly ProcessFacts[],
  before: readonly ProcessFacts[],
  graceMilliseconds: number,
) => Promise<void>;

export const askToEnd: AskToEnd = async (find, before, graceMilliseconds) => {
  ask(before);
  await until(() => find().length === 0, graceMilliseconds);
};

/**
 * The same for a sandbox that was started as `root`. It ends all at once what is in it, when its own processes end and when the one ends
 * that it was started for: so the former are not asked, and the latter hears of it when the others have ended, unless it tidies up itself.
 */
export function createConfinedAsk(root: number): AskToEnd {
  return async (find, before, graceMilliseconds) => {
    const over = performance.now() + graceMilliseconds;
    const own = before.filter(({ id }) => id === root || isFirstOfNamespace(id));
    const inside = before.filter((one) => !own.includes(one));
    // Nothing in it has begun.
    if (inside.length === 0) return askToEnd(find, before, graceMilliseconds);
    const held = findHeld(inside, own);
    if (held !== null) send(held.id, 'SIGSTOP');
    ask(inside.filter((one) => one !== held));
    const waiting = new Set([...own, ...(held === null ? [] : [held])].map(({ id }) => id));
    await until(() => find().every(({ id }) => waiting.has(id)), graceMilliseconds);
    const left = over - performance.now();
    if (left <= 0) return;
    if (held !== null) ask([held]);
    await until(() => find().length === 0, left);
  };
}

/** The bit of TERM, from the end. */
const TERMINATE = 14n;

/** The oldest child of the first process, where it would end at once; stopped it does nothing more of what it was told to. */
function findHeld(inside: readonly ProcessFacts[], own: readonly ProcessFacts[]): ProcessFacts | null {
  const outer = new Set(own.map(({ id }) => id));
  const [oldest = null] = inside
    .filter(({ parent }) => outer.has(parent))
    .toSorted((a, b) => a.started - b.started || a.id - b.id);
  if (oldest === null) return null;
  const heard = signalsOf(oldest.id, 'SigCgt') | signalsOf(oldest.id, 'SigIgn');
  return ((heard >> TERMINATE) & 1n) === 0n ? oldest : null;
}

function ask(processes: readonly ProcessFacts[]): void {
  for (const { id } of processes) send(id, 'SIGTERM');
  // A process that was stopped hears nothing.
  for (const { id } of processes) send(id, 'SIGCONT');
}

const POLL_MILLISECONDS = 10;

export async function until(isDone: () => boolean, milliseconds: number): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!isDone() && performance.now() < end) await wait(POLL_MILLISECONDS);
}

/** False where there is nothing to send it to. */
export function send(id: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, signal);
  } catch {
    return false;
  }
}
