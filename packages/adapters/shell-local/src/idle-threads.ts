import { hearsClockOfVim } from './known-editors.ts';
import type { OpenFiles } from './own-files.ts';
import type { Thread, WaitingCall } from './thread-calls.ts';
import { readWaited, type ReadOwnMemory } from './waited-files.ts';

/** A process with what is needed to look into it. */
export interface LookedAt {
  readonly id: number;
  readonly threads: readonly Thread[];
  readonly files: OpenFiles;
  readonly readMemory: ReadOwnMemory;
}

/**
 * Whether a thread does nothing until another thread of the same process wakes it. One that sleeps for a while may wake and work, so
 * it is not idle, but for what runtimes have of their own.
 */
export function isIdle(looked: LookedAt, thread: Thread): boolean {
  const { name, call } = thread;
  if (call === null) return false;
  if (hearsClockOfVim(looked.threads, thread)) return true;
  if (call.kind === 'thread') {
    const timeout = call.given[3] ?? 0;
    return timeout === 0 || isWatchOfGo(looked, call) || (KEEPERS.test(name) && isJava(looked));
  }
  const files = readWaited(looked.id, call, looked.readMemory);
  return files !== null && files.every((file) => looked.files.isOwn(file));
}

const WAKE_AFTER_SECONDS = 60n;
/** Private or not, by which clock: the rest is what is done. */
const FUTEX_COMMAND = 0x7f;
const FUTEX_WAIT = 0;
const TIME_BYTES = 16;

/**
 * The watch of a program in Go sleeps for a minute at a time when nothing runs and no clock is set; before a clock rings it sleeps
 * for less, and as long as something runs it does so for milliseconds, in another call.
 */
function isWatchOfGo({ readMemory }: LookedAt, { given }: WaitingCall): boolean {
  const [, operation = -1, , timeout = 0] = given;
  if ((operation & FUTEX_COMMAND) !== FUTEX_WAIT) return false;
  const bytes = readMemory(timeout, TIME_BYTES);
  if (bytes === null) return false;
  const memory = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return memory.getBigInt64(0, true) === WAKE_AFTER_SECONDS && memory.getBigInt64(8, true) === 0n;
}

/** Threads of a Java machine that wake now and then to look whether there is something to tidy up, by the beginning of their names. */
const KEEPERS =
  /^(?:VM Thread|VM Periodic Tas|G1 Service|G1 Main Marker|G1 (?:Conc|Refine)#\d+|GC Thread#\d+|Monitor Deflati|C[12] CompilerThre|Sweeper thread|Common-Cleaner)$/u;

function isJava({ threads }: LookedAt): boolean {
  return threads.some(({ name }) => name === 'VM Thread');
}
