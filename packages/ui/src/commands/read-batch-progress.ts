import type { BatchView, CommandView } from '../state/conversation.ts';

export interface BatchProgress {
  readonly ran: readonly CommandView[];
  readonly succeeded: number;
  readonly failed: number;
  readonly done: number;
  readonly total: number;
  readonly percent: number;
  /** What was not begun. */
  readonly remaining: readonly string[];
}

export function readBatchProgress(batch: BatchView, commands: readonly CommandView[]): BatchProgress {
  const ran = batch.ran.flatMap((id) => commands.find((command) => command.id === id) ?? []);
  const ended = ran.filter(({ end }) => end !== null);
  const succeeded = ended.filter(({ end }) => end?.exitCode === 0).length;
  const total = Math.max(batch.planned.length, ran.length);
  const remaining = batch.end === null ? batch.planned.slice(ran.length) : batch.end.left;
  return {
    ran,
    succeeded,
    failed: ended.length - succeeded,
    done: ended.length,
    total,
    percent: total === 0 ? 0 : Math.round((ended.length / total) * 100),
    remaining,
  };
}
