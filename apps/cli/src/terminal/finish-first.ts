const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does work that should not be left in the middle. The first signal only makes `interrupted` be called; the second one
 * ends the process, as everywhere.
 */
export async function finishFirst<Value>(
  work: () => Promise<Value>,
  interrupted: () => void,
): Promise<Value> {
  const take = () => {
    // Not at once: other parts of the process end it when they see a signal that nobody else listens to.
    setImmediate(release);
    interrupted();
  };
  const release = () => {
    for (const signal of ENDING) process.off(signal, take);
  };
  for (const signal of ENDING) process.on(signal, take);
  try {
    return await work();
  } finally {
    release();
  }
}
