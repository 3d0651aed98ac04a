import { constants } from 'node:os';

const TIMED_OUT = 124;
const CANCELLED = 130;
const SIGNALLED = 128;

interface EndedRun {
  readonly by: string;
  readonly code: number | null;
  readonly signal: string | null;
}

/** As a shell would tell it. */
export function exitCode(run: EndedRun | undefined): number {
  if (run === undefined) return 1;
  if (run.by === 'timeout') return TIMED_OUT;
  if (run.by === 'cancelled') return CANCELLED;
  if (run.code !== null) return run.code;
  const number = Object.entries(constants.signals).find(([name]) => name === run.signal)?.[1];
  return SIGNALLED + (number ?? 0);
}
