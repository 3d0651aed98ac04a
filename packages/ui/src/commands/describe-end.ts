import type { CommandEndView, CommandView } from '../state/conversation.ts';

/** How a command ended, in a mark and a few words. */
export interface EndWords {
  readonly mark: '✓' | '✗' | '…';
  readonly meaning: 'verified' | 'removed' | 'asks' | 'refused' | 'plain';
  readonly words: string;
}

export function describeEnd({ end, isBackground }: CommandView): EndWords {
  if (end === null)
    return { mark: '…', meaning: 'plain', words: isBackground ? 'runs in the background' : 'runs' };
  if (end.exitCode === 0) return { mark: '✓', meaning: 'verified', words: 'exit 0' };
  return { mark: '✗', meaning: end.endedBy === 'itself' ? 'removed' : 'asks', words: describeFailure(end) };
}

function describeFailure({ exitCode, signal, endedBy }: CommandEndView): string {
  const why = REASONS.get(endedBy);
  if (why !== undefined) return why;
  if (signal !== null) return `ended by ${signal}`;
  return exitCode === null ? 'not started' : `exit ${exitCode}`;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['timeout', 'took too long and was ended'],
  ['cancelled', 'stopped with the turn'],
  ['stopped', 'stopped'],
  ['waiting', 'waited for input and was ended'],
  ['unknown', 'its process died with Rook'],
]);

const SECOND_MS = 1000;
const MINUTE_S = 60;

export function showDuration(milliseconds: number): string {
  if (milliseconds < SECOND_MS) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / SECOND_MS;
  if (seconds < MINUTE_S) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / MINUTE_S)} min ${Math.floor(seconds % MINUTE_S)} s`;
}
