import type { Stream } from './terminal.ts';

/** What ends the wait for a reader. */
const DRAIN_ENDS = ['drain', 'close', 'error'] as const;
type DrainEnd = (typeof DRAIN_ENDS)[number];

interface OutputStream extends Stream {
  readonly writableNeedDrain?: boolean;
  readonly destroyed?: boolean;
  on(name: 'error', handle: (error: NodeJS.ErrnoException) => void): unknown;
  once(name: DrainEnd, handle: () => void): unknown;
  off(name: DrainEnd, handle: () => void): unknown;
}

/**
 * A stream of the process that is opened when it is first used: opening one costs milliseconds, and most
 * calls never write an error. A reader that has seen enough closes the pipe; that ends the output without
 * an error, while any other failure to write is one.
 */
export function createLazyStream(open: () => OutputStream, failed: () => void): Stream {
  let opened: OutputStream | undefined;
  let isClosed = false;
  const closed: (() => void)[] = [];
  const stream = (): OutputStream => {
    if (opened === undefined) {
      opened = open();
      opened.on('error', (error) => {
        if (error.code !== 'EPIPE') failed();
        // Whatever the reason: what is written from now on reaches nobody.
        if (!isClosed) for (const handle of closed) handle();
        isClosed = true;
      });
    }
    return opened;
  };
  return {
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().columns ?? 0;
    },
    write: (text) => stream().write(text),
    drained: async () => waitForDrain(stream()),
    whenClosed: (handle) => {
      closed.push(handle);
    },
  };
}

/** A reader may be slower than we are, or go away. */
async function waitForDrain(stream: OutputStream): Promise<void> {
  if (stream.writableNeedDrain !== true || stream.destroyed === true) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const end of DRAIN_ENDS) stream.once(end, resolve);
  await promise;
  // Each wait would leave two behind, and a long output waits often.
  for (const end of DRAIN_ENDS) stream.off(end, resolve);
}
