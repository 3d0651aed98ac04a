import type { ReadMemory } from '@rook/engine';

import { isIdle, type LookedAt } from './idle-threads.ts';
import { openFiles, type FindPeer } from './own-files.ts';
import { readText, type ProcessFacts } from './process-table.ts';
import { canSeeCalls, hasChildren, listThreads, type Thread } from './thread-calls.ts';
import { readWaited } from './waited-files.ts';

/** Whether it can be seen here that a process waits for input. */
export function canSeeWaiting(): boolean {
  return canSeeCalls();
}

type IsInput = (link: string | null) => boolean;

/** How what belongs to a process is looked at. */
export interface WaitingLook {
  /** What the command was given as its input. */
  readonly input: string | null;
  readonly readMemory: ReadMemory;
  readonly findPeer: FindPeer;
}

/**
 * The process that waits for what nobody can type: one of its threads reads a terminal or the input that the command was given, or sleeps
 * until that has something to say; no other thread of it does anything before that, and no process beside it. Null: none does.
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
  const above = listAbove(processes, found);
  const isHeld = processes.every(
    (one) => one === found || above.has(one.id) || isAtRest(lookAt(one), isInput),
  );
  return isHeld ? found.id : null;
}

function isWaiting(looked: LookedAt, isInput: IsInput): boolean {
  const waiting = looked.threads.filter((thread) => waitsForInput(looked, thread, isInput));
  return (
    waiting.length > 0 &&
    !hasClock(looked) &&
    looked.threads.every((thread) => waiting.includes(thread) || isIdle(looked, thread))
  );
}

/** The bit of SIGALRM, from the end. */
const ALARM = 13n;

/** Whether a clock may ring: one that the process made, or an alarm that it wants to hear. Go hears every signal, and has many threads. */
function hasClock({ id, threads }: LookedAt): boolean {
  if ((readText(`/proc/${id}/timers`) ?? '') !== '') return true;
  const heard = /^SigCgt:\s*([0-9a-f]+)$/mu.exec(readText(`/proc/${id}/status`) ?? '')?.[1] ?? '0';
  return threads.length === 1 && ((BigInt(`0x${heard}`) >> ALARM) & 1n) === 1n;
}

/** Whether all that can wake a thread is that input, and the process itself. */
function waitsForInput({ id, files, readMemory }: LookedAt, { call }: Thread, isInput: IsInput): boolean {
  const waited = call === null ? null : readWaited(id, call, readMemory);
  if (waited === null || !waited.some((file) => isInput(files.describe(file)))) return false;
  const isAlone = waited.every((file) => isInput(files.describe(file)) || files.isOwn(file));
  // Who waits for many things at once hears of its children through one of its own.
  return isAlone && (call?.kind === 'read' || !hasChildren(id));
}

/** Those that started it, and theirs: they wait for it. */
function listAbove(processes: readonly ProcessFacts[], below: ProcessFacts): ReadonlySet<number> {
  const byId = new Map(processes.map((one) => [one.id, one]));
  const above = new Set<number>();
  for (let one = byId.get(below.parent); one !== undefined && !above.has(one.id); one = byId.get(one.parent))
    above.add(one.id);
  return above;
}

/** It waits for input too, for what another process of the command writes, or for one that it started. */
function isAtRest(looked: LookedAt, isInput: IsInput): boolean {
  return looked.threads.every((thread) => {
    const { call } = thread;
    if (call?.kind === 'process' || isIdle(looked, thread)) return true;
    const waited = call === null ? null : readWaited(looked.id, call, looked.readMemory);
    return (
      waited?.every((file) => {
        const link = looked.files.describe(file);
        return isInput(link) || link?.startsWith('pipe:') === true || looked.files.isOwn(file);
      }) ?? false
    );
  });
}
