import { succeed } from '@rook/contract';

import type { CommandEnd, CommandLine, CommandShell } from '../command-shell.ts';

export interface FakeCommandShell extends CommandShell {
  /** Everything that was started, in order. */
  readonly started: readonly CommandLine[];
  /** The marks that were asked to end. */
  readonly ended: readonly string[];
}

/** How a command goes; left out of `end`: it goes on until it is stopped. */
export interface PlayedCommand {
  readonly output?: string;
  readonly end?: Partial<CommandEnd>;
  /** What it does meanwhile. */
  readonly effect?: () => Promise<void>;
}

const STOPPED = { code: null, signal: 'SIGTERM', by: 'stopped', leftBehind: 0 } as const;

/** A shell that starts nothing and plays what it is told. */
export function createFakeCommandShell(
  play: (line: CommandLine) => PlayedCommand,
  {
    sandbox = null,
    problem = null,
  }: { readonly sandbox?: string | null; readonly problem?: string | null } = {},
): FakeCommandShell {
  const started: CommandLine[] = [];
  const ended: string[] = [];
  return {
    started,
    ended,
    environment: async () => ({ variables: new Map([['PATH', '/usr/bin']]), problem }),
    sandbox: async () => sandbox,
    endMarked: async (marks) => {
      ended.push(...marks);
      return marks;
    },
    start: async (line, watch) => {
      started.push(line);
      const { output = '', end, effect } = play(line);
      const { promise, resolve } = Promise.withResolvers<CommandEnd>();
      if (output !== '') await watch({ stream: 'stdout', bytes: new TextEncoder().encode(output) });
      await effect?.();
      if (end !== undefined) resolve({ code: 0, signal: null, by: 'itself', leftBehind: 0, ...end });
      return succeed({
        ended: promise,
        stop: async () => {
          resolve(STOPPED);
          await promise;
        },
      });
    },
  };
}
