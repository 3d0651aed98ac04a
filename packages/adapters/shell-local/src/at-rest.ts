import { isIdle, type LookedAt } from './idle-threads.ts';
import { hasClock } from './process-clock.ts';
import { readText } from './process-table.ts';
import type { Thread, WaitingCall } from './thread-calls.ts';
import { NO_LIMIT, readWaited } from './waited-files.ts';

/** The processes of one command, as one of them stands among the others. */
export interface Company {
  /** Whether a file is what nobody can type into. */
  readonly isInput: (link: string | null) => boolean;
  /** Whether one of them holds this open. */
  readonly holds: (link: string) => boolean;
  /** Whether this is one of them. */
  readonly has: (id: number) => boolean;
}

/**
 * Whether a process does nothing before another one of the command does: it waits for one that it started, for what one of them
 * writes, or for input too, and no clock of its own can ring before. What cannot be looked at is not at rest.
 */
export function isAtRest(looked: LookedAt, company: Company): boolean {
  return (
    !hasClock(looked, true) &&
    looked.threads.every(
      (thread) =>
        isIdle(looked, thread) ||
        isSandbox(thread) ||
        (thread.call !== null && waits(looked, thread.call, company)),
    )
  );
}

function waits(looked: LookedAt, call: WaitingCall, company: Company): boolean {
  // Of the end of one that it started a process hears by a signal.
  if (call.kind === 'process' || call.kind === 'signal') return true;
  if (call.kind === 'signal2') return (call.given[2] ?? 0) === 0;
  const waiting = call.kind === 'epoll' && isRunnerOfScripts(looked) ? withoutLimit(call) : call;
  const waited = readWaited(looked.id, waiting, looked.readMemory);
  return waited?.every((file) => comesFrom(looked, file, company)) ?? false;
}

/** Whether nothing but the command itself, or what nobody types, makes a file say something. */
function comesFrom({ id, files }: LookedAt, file: number, { isInput, holds, has }: Company): boolean {
  const link = files.describe(file) ?? '';
  if (isInput(link) || link.startsWith('pipe:') || files.isOwn(file)) return true;
  // What programs write to a terminal comes out here.
  if (link === '/dev/ptmx' || link === 'anon_inode:[signalfd]') return true;
  if (link === 'anon_inode:[pidfd]') {
    const pid = /^Pid:\s*(\d+)$/mu.exec(readText(`/proc/${id}/fdinfo/${file}`) ?? '')?.[1];
    return pid !== undefined && has(Number(pid));
  }
  const peer = files.peer(file);
  return peer !== null && holds(peer);
}

/** It only waits for what it confines; for which files is not known where memory cannot be read. */
function isSandbox({ name, call }: Thread): boolean {
  return name === 'bwrap' && call?.kind === 'poll' && call.given[2] === NO_LIMIT;
}

/** Npm names itself by what it does; the others are known by their files. */
const RUNNERS =
  /^(?:npm |[^\0]*node\0[^\0]*\/(?:npm-cli|npx-cli|pnpm|pnpx|yarn|yarnpkg|yarn-[\d.]+)(?:\.[cm]?js)?\0)/u;

/**
 * Whether it runs a script of a package and does nothing but wait for that. It is a program of Node, and after much work V8 wakes such
 * a one every eight seconds to look for memory that it can give back: that clock cannot be told from another one.
 */
function isRunnerOfScripts({ id }: LookedAt): boolean {
  return RUNNERS.test(readText(`/proc/${id}/cmdline`) ?? '');
}

function withoutLimit({ kind, given }: WaitingCall): WaitingCall {
  return { kind, given: given.with(3, NO_LIMIT) };
}
