/** Some disks tell whole seconds, or two at a time. */
const WHOLE_SECONDS_MILLISECONDS = 2000;

/**
 * Whether a file that was changed last at the one time may have been changed again at `doubtful` or later, although the system tells
 * the same time of it: disks tell it in steps.
 */
export function isDoubtful(changed: number, doubtful: number): boolean {
  if (changed < doubtful - WHOLE_SECONDS_MILLISECONDS) return false;
  return changed >= doubtful || changed % 1000 === 0;
}
