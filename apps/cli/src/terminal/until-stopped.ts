import type { Terminal } from './terminal.ts';

interface Stoppable<Value> {
  readonly work: () => Promise<Value>;
  /** Asks the work to end. */
  readonly stop: () => Promise<void>;
  /** Called for Ctrl-C, before `stop`; left out where Ctrl-C is a key, and ends the process where it is not. */
  readonly interrupted?: () => void;
}

export interface Stopped<Value> {
  /** Undefined where it was stopped before. */
  readonly done: Value | undefined;
  /** What stopped it: nobody reads the output any more, or a signal. */
  readonly by: 'reader' | 'signal' | null;
}

const ENDING = ['SIGTERM', 'SIGHUP'] as const;

/**
 * Works until it is done, or until Ctrl-C, the end of the terminal, or the end of whoever reads. Ctrl-C is taken once: the second
 * one ends the process, as everywhere.
 */
export async function untilStopped<Value>(
  terminal: Terminal,
  { work, stop, interrupted }: Stoppable<Value>,
): Promise<Stopped<Value>> {
  const { promise, resolve } = Promise.withResolvers<Stopped<Value>>();
  const end = (by: 'reader' | 'signal') => {
    void stop().finally(() => resolve({ done: undefined, by }));
  };
  const take = (signal: NodeJS.Signals) => {
    // Not at once: other parts of the process end it when they see a signal that nobody else listens to.
    setImmediate(release);
    if (signal === 'SIGINT') interrupted?.();
    end('signal');
  };
  const signals = interrupted === undefined ? ENDING : (['SIGINT', ...ENDING] as const);
  const release = () => {
    for (const signal of signals) process.off(signal, take);
  };
  for (const signal of signals) process.on(signal, take);
  terminal.whenClosed(() => end('reader'));
  try {
    return await Promise.race([promise, work().then((done) => ({ done, by: null }))]);
  } finally {
    release();
  }
}
