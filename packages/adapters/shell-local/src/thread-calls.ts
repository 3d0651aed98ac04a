import { readdirSync } from 'node:fs';
import { arch } from 'node:os';

import { readText } from './process-table.ts';

/** What a system call waits for: one file, many behind one, a list of them, another thread, another process, or a signal. */
type CallKind =
  | 'read'
  | 'epoll'
  | 'epoll2'
  | 'poll'
  | 'ppoll'
  | 'select'
  | 'thread'
  | 'process'
  | 'signal'
  | 'signal2';

/** Numbers of system calls that wait, where this is known. */
const KINDS: Readonly<Record<string, ReadonlyMap<number, CallKind>>> = {
  x64: new Map([
    [0, 'read'],
    [19, 'read'],
    [232, 'epoll'],
    [281, 'epoll'],
    [441, 'epoll2'],
    [7, 'poll'],
    [271, 'ppoll'],
    [23, 'select'],
    [270, 'select'],
    [202, 'thread'],
    [61, 'process'],
    [247, 'process'],
    [34, 'signal'],
    [130, 'signal'],
    [128, 'signal2'],
  ]),
  arm64: new Map([
    [63, 'read'],
    [65, 'read'],
    [22, 'epoll'],
    [441, 'epoll2'],
    [73, 'ppoll'],
    [72, 'select'],
    [98, 'thread'],
    [260, 'process'],
    [95, 'process'],
    [133, 'signal'],
    [137, 'signal2'],
  ]),
};

/** Whether it can be seen here in which calls threads are. */
export function canSeeCalls(): boolean {
  return process.platform === 'linux' && arch() in KINDS && readText('/proc/self/syscall') !== null;
}

export interface WaitingCall {
  readonly kind: CallKind;
  /** What it was given. */
  readonly given: readonly number[];
}

export interface Thread {
  readonly id: number;
  /** What it is called; its beginning, where that is long. */
  readonly name: string;
  /** Null where it is in no call that is known here, and where it works. */
  readonly call: WaitingCall | null;
}

/** All threads of a process, the first one too; none where it is gone. */
export function listThreads(id: number): readonly Thread[] {
  return listThreadIds(id).map((thread) => ({
    id: thread,
    name: (readText(`/proc/${id}/task/${thread}/comm`) ?? '').trim(),
    call: readCall(id, thread),
  }));
}

function readCall(id: number, thread: number): WaitingCall | null {
  const text = readText(`/proc/${id}/task/${thread}/syscall`) ?? '';
  if (!/^\d/u.test(text)) return null;
  const [number = -1, ...given] = text.trim().split(' ').map(Number);
  const kind = KINDS[arch()]?.get(number);
  return kind === undefined ? null : { kind, given };
}

function listThreadIds(id: number): readonly number[] {
  try {
    return readdirSync(`/proc/${id}/task`).map(Number);
  } catch {
    return [];
  }
}

export function hasChildren(id: number): boolean {
  const threads = listThreadIds(id);
  return (
    threads.length === 0 ||
    threads.some((thread) => (readText(`/proc/${id}/task/${thread}/children`) ?? '') !== '')
  );
}
