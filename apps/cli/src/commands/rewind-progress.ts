import type { Terminal } from '../terminal/terminal.ts';

/** Shows on a terminal how far a rewind is, once it takes a while. */
export interface RewindProgress {
  /** Is told of each step while files are written. */
  readonly watch: (step: string) => void;
  /** While nothing is written yet. */
  during<Value>(text: string, work: () => Promise<Value>): Promise<Value>;
  /** So many files are written now. */
  writing<Value>(files: number, work: () => Promise<Value>): Promise<Value>;
}

const FIRST_MILLISECONDS = 500;
const NEXT_MILLISECONDS = 100;

/** What is done with one file after the other; all else takes no time. */
const VERBS: ReadonlyMap<string, string> = new Map([
  ['compare', 'Comparing'],
  ['stage', 'Writing'],
  ['check', 'Reading back'],
]);

export function createRewindProgress(
  terminal: Pick<Terminal, 'progress'>,
  now: () => number = () => performance.now(),
): RewindProgress {
  let next = Number.POSITIVE_INFINITY;
  let isShown = false;
  let [all, last, count] = [0, '', 0];

  const show = (text: string): void => {
    if (now() < next) return;
    next = now() + NEXT_MILLISECONDS;
    isShown = true;
    terminal.progress(text);
  };
  async function within<Value>(work: () => Promise<Value>): Promise<Value> {
    next = now() + FIRST_MILLISECONDS;
    try {
      return await work();
    } finally {
      next = Number.POSITIVE_INFINITY;
      if (isShown) terminal.progress('');
      isShown = false;
    }
  }

  return {
    watch: (step) => {
      const verb = VERBS.get(step);
      if (verb === undefined) return;
      count = step === last ? count + 1 : 1;
      last = step;
      show(`${verb} ${Math.min(count, all)} of ${all} files …`);
    },
    during: async (text, work) => {
      const timer = setTimeout(() => {
        next = 0;
        show(text);
      }, FIRST_MILLISECONDS);
      return within(work).finally(() => clearTimeout(timer));
    },
    writing: async (files, work) => {
      [all, last, count] = [files, '', 0];
      return within(work);
    },
  };
}
