import { readdirSync } from 'node:fs';
import { arch } from 'node:os';

import { describeFile, readText, type ProcessFacts } from './process-table.ts';

/** Numbers of system calls that wait, where this is known. */
interface CallNumbers {
  readonly read: ReadonlySet<number>;
  /** With the place of the time that they wait at most. */
  readonly epoll: ReadonlySet<number>;
}

const NUMBERS: Readonly<Record<string, CallNumbers>> = {
  x64: { read: new Set([0, 19]), epoll: new Set([232, 281]) },
  arm64: { read: new Set([63, 65]), epoll: new Set([22]) },
};

/** Whether it can be seen here that a process waits for input. */
export function canSeeWaiting(): boolean {
  return process.platform === 'linux' && arch() in NUMBERS && readText('/proc/self/syscall') !== null;
}

/**
 * The process that waits for what nobody can type: its first thread reads a terminal or the input that the command was given, or
 * sleeps until that has something to say and nothing else wakes it. Null: none does. Silence alone says nothing.
 */
export function findWaiting(processes: readonly ProcessFacts[], input: string | null): number | null {
  const numbers = NUMBERS[arch()];
  if (numbers === undefined) return null;
  const isInput = (link: string | null): boolean =>
    link !== null && (link === input || link.startsWith('/dev/pts/') || link.startsWith('/dev/tty'));
  const found = processes.find(({ id }) => {
    const [number = -1, file = -1, , , most = 0] = readCall(id);
    if (numbers.read.has(number)) return isInput(describeFile(id, file));
    return numbers.epoll.has(number) && waitsForEver(most) && hearsOnly(id, file, isInput);
  });
  return found?.id ?? null;
}

/** The number of the call that the first thread is in, and what it was given. */
function readCall(id: number): readonly number[] {
  const text = readText(`/proc/${id}/syscall`) ?? '';
  return /^\d/u.test(text) ? text.trim().split(' ').map(Number) : [];
}

/** Minus one, in 32 bits or in 64. */
function waitsForEver(milliseconds: number): boolean {
  return milliseconds === 0xffff_ffff || milliseconds >= 2 ** 63;
}

/** Whether all that can wake a process which waits for many things at once is that input, and itself. */
function hearsOnly(id: number, poll: number, isInput: (link: string | null) => boolean): boolean {
  const files = [...(readText(`/proc/${id}/fdinfo/${poll}`) ?? '').matchAll(/^tfd:\s*(\d+)/gmu)];
  const links = files.map(([, file]) => describeFile(id, Number(file)));
  const others = links.filter((link) => !isInput(link));
  return others.length < links.length && others.every((link) => isOwn(link)) && !hasChildren(id);
}

function isOwn(link: string | null): boolean {
  return link !== null && /^(?:anon_inode|pipe):/u.test(link);
}

function hasChildren(id: number): boolean {
  try {
    return readdirSync(`/proc/${id}/task`).some(
      (thread) => (readText(`/proc/${id}/task/${thread}/children`) ?? '') !== '',
    );
  } catch {
    return true;
  }
}
