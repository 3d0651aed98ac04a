import type { Sleep } from './sleep.ts';

/** How long a way may say nothing; the other end says something every 15 seconds. */
export const LONGEST_SILENCE = 40_000;

const LOOKS = 4;

export interface Watch {
  /** Something came. */
  readonly heard: () => void;
  readonly stop: () => void;
}

/** Calls `silent` when nothing was heard for so long, give or take a look. */
export function watchSilence(sleep: Sleep, longest: number, silent: () => void): Watch {
  const stopper = new AbortController();
  let quiet = 0;
  const look = async (): Promise<void> => {
    while (quiet < LOOKS) {
      await sleep(longest / LOOKS, stopper.signal);
      if (stopper.signal.aborted) return;
      quiet += 1;
    }
    silent();
  };
  void look();
  return {
    heard: () => {
      quiet = 0;
    },
    stop: () => {
      stopper.abort();
    },
  };
}
