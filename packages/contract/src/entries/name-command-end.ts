import type { EntryOf } from './entry.ts';

/** How a command ended, in a few words. */
export function nameCommandEnd({
  exit_code: code,
  signal,
  ended_by: by = 'itself',
}: Pick<EntryOf<'command_ended'>, 'exit_code' | 'signal' | 'ended_by'>): string {
  if (by !== 'itself') return REASONS[by];
  if (signal !== null) return `ended by ${signal}`;
  return code === null ? 'not started' : `exit code ${code}`;
}

const REASONS = {
  timeout: 'took too long and was ended',
  cancelled: 'stopped with the turn',
  stopped: 'stopped',
  waiting: 'waited for input and was ended',
  unknown: 'its process died with Rook',
} as const;
