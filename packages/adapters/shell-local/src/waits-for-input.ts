import type { ReadMemory } from '@rook/engine';

import { isAtRest, type Company } from './at-rest.ts';
import { isIdle, type LookedAt } from './idle-threads.ts';
import { openFiles, type FindPeer } from './own-files.ts';
import { hasClock } from './process-clock.ts';
import type { ProcessFacts } from './process-table.ts';
import { canSeeCalls, hasChildren, listThreads, type Thread } from './thread-calls.ts';
import { readWaited } from './waited-files.ts';

/** Whether it can be seen here that a process waits for input. */
export function canSeeWaiting(): boolean {
  return canSeeCalls();
}

type IsInput = Company['isInput'];

/** How what belongs to a process is looked at. */
export interface WaitingLook {
  /** What the command was given as its input. */
  readonly input: string | null;
  readonly readMemory: ReadMemory;
  readonly findPeer: FindPeer;
}

/**
 * The process that waits for what nobody can type: one of its threads reads a terminal or the input that the command was given, or sleeps
 * until that has something to say; no other thread of it does anything before that, and no process beside it or above it. Null: none does.
 * Silence alone says nothing.
 */
export function findWaiting(
  processes: readonly ProcessFacts[],
  { input, readMemory, findPeer }: WaitingLook,
): number | null {
  if (!canSeeCalls()) return null;
  const isInput: IsInput = (link) =>
    link !== null && (link === input || link.startsWith('/dev/pts/') || link.startsWith('/dev/tty'));
  const lookAt = ({ id }: ProcessFacts): LookedAt => ({
    id,
    threads: listThreads(id),
    files: openFiles(id, findPeer),
    readMemory: (address, length) => readMemory(id, address, length),
  });
  const found = processes.find((one) => isWaiting(lookAt(one), isInput));
  if (found === undefined) return null;
  // Also those that started it: one may have a clock, and end it or go on without it.
  const all = processes.map(lookAt);
  const company: Company = {
    isInput,
    holds: (link) => all.some(({ files }) => files.holds(link)),
    has: (id) => all.some((one) => one.id === id),
  };
  return all.every((one) => one.id === found.id || isAtRest(one, company)) ? found.id : null;
}

function isWaiting(looked: LookedAt, isInput: IsInput): boolean {
  const waiting = looked.threads.filter((thread) => waitsForInput(looked, thread, isInput));
  return (
    waiting.length > 0 &&
    !hasClock(looked, false) &&
    looked.threads.every((thread) => waiting.includes(thread) || isIdle(looked, thread))
  );
}

/** Whether all that can wake a thread is that input, and the process itself. */
function waitsForInput({ id, files, readMemory }: LookedAt, { call }: Thread, isInput: IsInput): boolean {
  const waited = call === null ? null : readWaited(id, call, readMemory);
  if (waited === null || !waited.some((file) => isInput(files.describe(file)))) return false;
  const isAlone = waited.every((file) => isInput(files.describe(file)) || files.isOwn(file));
  // Who waits for many things at once hears of its children through one of its own.
  return isAlone && (call?.kind === 'read' || !hasChildren(id));
}
