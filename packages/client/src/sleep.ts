/** Waits so long, or until the signal says that waiting is over. Never rejects. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const sleep: Sleep = async (milliseconds, signal) => {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', finish);
  });
};

/** Waits as `sleep` does, and goes on at once when the browser says that there is a network again. */
export const sleepUntilOnline: Sleep = async (milliseconds, signal) => {
  const early = new AbortController();
  const wake = (): void => {
    early.abort();
  };
  const target = onlineTarget();
  target?.addEventListener('online', wake);
  await sleep(milliseconds, AbortSignal.any([signal, early.signal]));
  target?.removeEventListener('online', wake);
};

/** Only a browser tells of its network. */
function onlineTarget(): EventTarget | null {
  return typeof window === 'undefined' ? null : window;
}
