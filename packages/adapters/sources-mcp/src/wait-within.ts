interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMilliseconds: number;
}

/** Waits for the work no longer than the limits allow; what it does later is nobody's. The work does not throw. */
export async function waitWithin<Value>(
  { signal, timeoutMilliseconds }: Limits,
  work: () => Promise<Value>,
): Promise<Value | 'aborted' | 'late'> {
  const { promise, resolve } = Promise.withResolvers<'aborted' | 'late'>();
  const abort = () => resolve('aborted');
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => resolve('late'), timeoutMilliseconds);
  try {
    return signal.aborted ? 'aborted' : await Promise.race([promise, work()]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
