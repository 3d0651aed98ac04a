import { fail, succeed, type RookError } from '@rook/contract';

import type { CommandEnd, CommandLine, CommandShell } from '../command-shell.ts';

export interface FakeCommandShell extends CommandShell {
  /** Everything that was started, in order. */
  readonly started: readonly CommandLine[];
  /** The marks that were asked to end. */
  readonly ended: readonly string[];
  /** What has not ended. */
  running(): readonly CommandLine[];
}

/** How a command goes; left out of `end`: it goes on until it is stopped. */
export interface PlayedCommand {
  readonly output?: string;
  readonly errors?: string;
  readonly end?: Partial<CommandEnd>;
  /** It waits for input, and goes on where nobody ends it for that. */
  readonly waits?: true;
  /** Why it cannot be started. */
  readonly failure?: RookError;
  /** What it does meanwhile. */
  readonly effect?: () => Promise<void>;
}

interface FakeMachine {
  readonly sandbox?: string | null;
  readonly problem?: string | null;
  /** The marks of which a process that died left something running; left out: all. */
  readonly left?: readonly string[];
}

const ENDED = { code: null, signal: 'SIGTERM', leftBehind: 0 } as const;

/** A shell that starts nothing and plays what it is told. */
export function createFakeCommandShell(
  play: (line: CommandLine) => PlayedCommand,
  { sandbox = null, problem = null, left }: FakeMachine = {},
): FakeCommandShell {
  const started: CommandLine[] = [];
  const ended: string[] = [];
  const open = new Map<CommandLine, (by: CommandEnd['by']) => void>();
  return {
    started,
    ended,
    running: () => [...open.keys()],
    environment: async () => ({ variables: new Map([['PATH', '/usr/bin']]), problem }),
    sandbox: async () => sandbox,
    endMarked: async (marks) => {
      ended.push(...marks);
      const own = [...open].filter(([{ mark }]) => marks.includes(mark));
      for (const [, end] of own) end('itself');
      const found = new Set([...own.map(([{ mark }]) => mark), ...(left ?? marks)]);
      return marks.filter((mark) => found.has(mark));
    },
    start: async (line, watch) => {
      const { output = '', errors = '', end, waits, failure, effect } = play(line);
      if (failure !== undefined) return fail(failure);
      started.push(line);
      const { promise, resolve } = Promise.withResolvers<CommandEnd>();
      const close = (how: CommandEnd): void => {
        open.delete(line);
        resolve(how);
      };
      open.set(line, (by) => close({ ...ENDED, by }));
      line.signal.addEventListener('abort', () => close({ ...ENDED, by: 'cancelled' }));
      if (output !== '') await watch({ stream: 'stdout', bytes: new TextEncoder().encode(output) });
      if (errors !== '') await watch({ stream: 'stderr', bytes: new TextEncoder().encode(errors) });
      await effect?.();
      if (end !== undefined) close({ code: 0, signal: null, by: 'itself', leftBehind: 0, ...end });
      if (waits === true && line.endsWaiting) close({ ...ENDED, by: 'waiting' });
      return succeed({
        ended: promise,
        stop: async () => {
          close({ ...ENDED, by: 'stopped' });
          await promise;
        },
      });
    },
  };
}
