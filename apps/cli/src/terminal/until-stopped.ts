import type { RunningCommands } from '../compose-programs.ts';
import { ENDING_SIGNALS, SAME_WISH_MILLISECONDS } from './ending-signals.ts';
import type { Terminal } from './terminal.ts';

interface Stoppable<Value> {
  readonly work: () => Promise<Value>;
  /** Asks the work to end. */
  readonly stop: () => Promise<void>;
  /** Called for Ctrl-C, before `stop`; left out where Ctrl-C is a key, and ends the process where it is not. */
  readonly interrupted?: () => void;
  /** What must not be left behind: while some of it runs, a second wish ends that, and the process ends by itself behind it. */
  readonly commands?: RunningCommands;
}

export interface Stopped<Value> {
  /** Undefined where it was stopped before. */
  readonly done: Value | undefined;
  /** What stopped it: nobody reads the output any more, or a signal. */
  readonly by: 'reader' | 'signal' | null;
}

/**
 * Works until it is done, or until Ctrl-C, the end of the terminal, or the end of whoever reads. Ctrl-C is taken once: the second
 * one ends the process, as everywhere, or the commands that still run and by that the process.
 */
export async function untilStopped<Value>(
  terminal: Terminal,
  { work, stop, interrupted, commands }: Stoppable<Value>,
): Promise<Stopped<Value>> {
  const { promise, resolve } = Promise.withResolvers<Stopped<Value>>();
  const end = (by: 'reader' | 'signal') => {
    void stop().finally(() => resolve({ done: undefined, by }));
  };
  const begun = { isSameWish: false, isEnding: false };
  const take = (signal: NodeJS.Signals) => {
    if (begun.isSameWish) return;
    if (begun.isEnding) {
      // Not at once: other parts of the process end it when they see a signal that nobody else listens to.
      setImmediate(release);
      void commands?.endAll();
      return;
    }
    [begun.isSameWish, begun.isEnding] = [true, true];
    setTimeout(() => {
      begun.isSameWish = false;
      if (commands?.areRunning() !== true) release();
    }, SAME_WISH_MILLISECONDS).unref();
    if (signal === 'SIGINT') interrupted?.();
    end('signal');
  };
  const signals = ENDING_SIGNALS.filter((signal) => interrupted !== undefined || signal !== 'SIGINT');
  const release = () => {
    for (const signal of signals) process.off(signal, take);
  };
  for (const signal of signals) process.on(signal, take);
  terminal.whenClosed(() => end('reader'));
  try {
    return await Promise.race([promise, work().then((done) => ({ done, by: null }))]);
  } finally {
    // What was stopped has still to be closed, and who asks once more then is heard too.
    if (!begun.isEnding) release();
  }
}
