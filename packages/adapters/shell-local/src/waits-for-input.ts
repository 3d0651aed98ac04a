import { readdirSync } from 'node:fs';
import { arch } from 'node:os';

import type { ReadMemory } from '@rook/engine';

import { describeFile, readText, type ProcessFacts } from './process-table.ts';
import { readPolled, readSelected, type ReadOwnMemory } from './waited-files.ts';

/** What a system call waits for: one file, many behind one, a list of them, or nothing but another thread. */
type CallKind = 'read' | 'epoll' | 'poll' | 'ppoll' | 'select' | 'thread';

/** Numbers of system calls that wait, where this is known. */
const KINDS: Readonly<Record<string, ReadonlyMap<number, CallKind>>> = {
  x64: new Map([
    [0, 'read'],
    [19, 'read'],
    [232, 'epoll'],
    [281, 'epoll'],
    [7, 'poll'],
    [271, 'ppoll'],
    [23, 'select'],
    [270, 'select'],
    [202, 'thread'],
  ]),
  arm64: new Map([
    [63, 'read'],
    [65, 'read'],
    [22, 'epoll'],
    [73, 'ppoll'],
    [72, 'select'],
    [98, 'thread'],
  ]),
};

/** Whether it can be seen here that a process waits for input. */
export function canSeeWaiting(): boolean {
  return process.platform === 'linux' && arch() in KINDS && readText('/proc/self/syscall') !== null;
}

type IsInput = (link: string | null) => boolean;

/**
 * The process that waits for what nobody can type: its first thread reads a terminal or the input that the command was given, or
 * sleeps until that has something to say and nothing else wakes it; or another thread does so, and all others wait for threads alone.
 * Null: none does. Silence alone says nothing.
 */
export function findWaiting(
  processes: readonly ProcessFacts[],
  input: string | null,
  readMemory: ReadMemory,
): number | null {
  const kinds = KINDS[arch()];
  if (kinds === undefined) return null;
  const isInput: IsInput = (link) =>
    link !== null && (link === input || link.startsWith('/dev/pts/') || link.startsWith('/dev/tty'));
  const found = processes.find(({ id }) =>
    isWaiting({ id, isInput, readMemory: (address, length) => readMemory(id, address, length) }, kinds),
  );
  return found?.id ?? null;
}

interface LookedAt {
  readonly id: number;
  readonly isInput: IsInput;
  readonly readMemory: ReadOwnMemory;
}

function isWaiting(looked: LookedAt, kinds: ReadonlyMap<number, CallKind>): boolean {
  const { id } = looked;
  const waits = (call: WaitingCall | null) => call !== null && waitsForInput(looked, call);
  if (waits(readCall(id, id, kinds))) return true;
  const others = listThreads(id).flatMap((thread) => (thread === id ? [] : [readCall(id, thread, kinds)]));
  if (!others.some(waits)) return false;
  return [readCall(id, id, kinds), ...others].every((call) => waits(call) || sleepsForEver(call));
}

interface WaitingCall {
  readonly kind: CallKind;
  /** What it was given. */
  readonly given: readonly number[];
}

/** The call that a thread is in; null where it is in none that is known here. */
function readCall(id: number, thread: number, kinds: ReadonlyMap<number, CallKind>): WaitingCall | null {
  const text = readText(`/proc/${id}/task/${thread}/syscall`) ?? '';
  if (!/^\d/u.test(text)) return null;
  const [number = -1, ...given] = text.trim().split(' ').map(Number);
  const kind = kinds.get(number);
  return kind === undefined ? null : { kind, given };
}

function waitsForInput({ id, isInput, readMemory }: LookedAt, { kind, given }: WaitingCall): boolean {
  const [first = -1, second = 0, third = 0, fourth = 0, fifth = 0] = given;
  const hears = (files: readonly number[] | null) => hearsOnly(id, files, isInput);
  switch (kind) {
    case 'read':
      return isInput(describeFile(id, first));
    case 'epoll':
      return waitsLong(fourth) && hears(readWatched(id, first));
    case 'poll':
      return waitsLong(third) && hears(readPolled(readMemory, first, second));
    case 'ppoll':
      return third === 0 && hears(readPolled(readMemory, first, second));
    case 'select': {
      const sets = { count: first, read: second, others: [third, fourth] };
      return fifth === 0 && hears(readSelected(readMemory, sets));
    }
    case 'thread':
      return false;
  }
}

/** It waits for another thread of its own, and for no time. */
function sleepsForEver(call: WaitingCall | null): boolean {
  return call?.kind === 'thread' && call.given[3] === 0;
}

/** Minus one, in 32 bits or in 64. */
function waitsLong(milliseconds: number): boolean {
  return milliseconds === 0xffff_ffff || milliseconds >= 2 ** 63;
}

function readWatched(id: number, poll: number): readonly number[] {
  const files = (readText(`/proc/${id}/fdinfo/${poll}`) ?? '').matchAll(/^tfd:\s*(\d+)/gmu);
  return [...files].map(([, file]) => Number(file));
}

/** Whether all that can wake a process which waits for many things at once is that input, and itself. */
function hearsOnly(id: number, files: readonly number[] | null, isInput: IsInput): boolean {
  if (files === null) return false;
  const links = files.map((file) => describeFile(id, file));
  const others = links.filter((link) => !isInput(link));
  return others.length < links.length && others.every((link) => isOwn(link)) && !hasChildren(id);
}

function isOwn(link: string | null): boolean {
  return link !== null && /^(?:anon_inode|pipe):/u.test(link);
}

function listThreads(id: number): readonly number[] {
  try {
    return readdirSync(`/proc/${id}/task`).map(Number);
  } catch {
    return [];
  }
}

function hasChildren(id: number): boolean {
  const threads = listThreads(id);
  return (
    threads.length === 0 ||
    threads.some((thread) => (readText(`/proc/${id}/task/${thread}/children`) ?? '') !== '')
  );
}
