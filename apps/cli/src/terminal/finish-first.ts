import { ENDING_SIGNALS, SAME_WISH_MILLISECONDS } from './ending-signals.ts';

/** What is done when somebody wants an end before the work has one. */
interface Interruption {
  readonly interrupted: () => void;
  /** Who asks once more wants it sooner; left out: that ends the process. */
  readonly hurry?: () => void;
}

/**
 * Does work that should not be left in the middle. The first wish for an end only makes `interrupted` be called, and the next one
 * `hurry`; the last one ends the process, as everywhere.
 */
export async function finishFirst<Value>(
  work: () => Promise<Value>,
  { interrupted, hurry }: Interruption,
): Promise<Value> {
  const steps = hurry === undefined ? [interrupted] : [interrupted, hurry];
  let isSameWish = false;
  const take = () => {
    if (isSameWish) return;
    isSameWish = true;
    steps.shift()?.();
    setTimeout(() => {
      isSameWish = false;
      if (steps.length === 0) release();
    }, SAME_WISH_MILLISECONDS).unref();
  };
  const release = () => {
    for (const signal of ENDING_SIGNALS) process.off(signal, take);
  };
  for (const signal of ENDING_SIGNALS) process.on(signal, take);
  try {
    return await work();
  } finally {
    release();
  }
}
