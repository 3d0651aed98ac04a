import type { ChangeSetId } from '@rook/contract';

import type { RanCommand, StartedCommand } from './run-command.ts';

/** Commands that go on while the session does. */
export interface BackgroundJobs {
  add(command: string, started: StartedCommand, changes: JobChanges): void;
  list(): readonly BackgroundJob[];
  find(id: string): BackgroundJob | null;
  /** Ends all of them and waits until each is written down. */
  close(): Promise<void>;
}

interface JobChanges {
  /** Writes down what it changed, once it has ended. */
  readonly settle: () => Promise<ChangeSetId | null>;
  /** What there is to say of that. */
  readonly notes: () => readonly string[];
}

export interface BackgroundJob {
  readonly id: string;
  readonly command: string;
  readonly started: StartedCommand;
  /** Null while it runs. */
  end(): RanCommand | null;
  /** What it changed, in sentences; none while it runs. */
  notes(): readonly string[];
  readonly ended: Promise<RanCommand>;
}

/** So many may run at once. */
export const MOST_JOBS = 20;

export function createBackgroundJobs(): BackgroundJobs {
  const jobs = new Map<string, BackgroundJob>();
  return {
    add: (command, started, { settle, notes }) => {
      let end: RanCommand | null = null;
      const ended = started.finish(settle).then((ran) => {
        end = ran;
        return ran;
      });
      jobs.set(started.id, { id: started.id, command, started, end: () => end, notes, ended });
    },
    list: () => [...jobs.values()],
    find: (id) => jobs.get(id) ?? null,
    close: async () => {
      const open = [...jobs.values()].filter((job) => job.end() === null);
      await Promise.all(open.map(async ({ started }) => started.running.stop()));
      await Promise.all(open.map(async ({ ended }) => ended));
    },
  };
}
