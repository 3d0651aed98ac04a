/** Time, so that tests can hold it. */
export interface Clock {
  /** The wall clock, for what a person reads; it may jump in both directions. */
  now(): Date;
  /** Milliseconds since some fixed moment; never goes back. For durations and deadlines. */
  monotonic(): number;
  /** Resolves after `milliseconds`, or at once when the signal aborts; must not throw. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
