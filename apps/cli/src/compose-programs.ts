import type { Result } from '@rook/contract';
import type { CommandShell, Shell } from '@rook/engine';

import { loadCommandShell, loadShell } from './compose.ts';
import { once } from './once.ts';

/** What starts processes. */
export interface Programs {
  readonly shell: Shell;
  readonly ripgrep: () => Promise<Result<string>>;
  readonly commandShell: CommandShell;
  readonly commands: RunningCommands;
}

/** The commands that were started here and have not ended. */
export interface RunningCommands {
  areRunning(): boolean;
  /** Ends them without asking them first; what gave up its mark is not among them. */
  endAll(): Promise<void>;
}

export function composePrograms(variables: ReadonlyMap<string, string>): Programs {
  const load = once(loadShell);
  const loadCommands = once(async () => loadCommandShell(variables));
  const running = new Set<string>();
  return {
    shell: {
      run: async (program, watch) => (await load()).shell.run(program, watch),
      open: async (program, watch) => (await load()).shell.open(program, watch),
    },
    ripgrep: async () => (await load()).ripgrep,
    commandShell: {
      start: async (line, watch) => {
        const started = await (await loadCommands()).start(line, watch);
        if (!started.ok) return started;
        running.add(line.mark);
        void started.value.ended.finally(() => running.delete(line.mark));
        return started;
      },
      environment: async (options) => (await loadCommands()).environment(options),
      sandbox: async () => (await loadCommands()).sandbox(),
      endMarked: async (marks) => (await loadCommands()).endMarked(marks),
    },
    commands: {
      areRunning: () => running.size > 0,
      endAll: async () => {
        if (running.size > 0) await (await loadCommands()).endMarked([...running]);
      },
    },
  };
}

/** Those of all who were added, until they leave. */
export interface GatheredCommands extends RunningCommands {
  /** Answers with how they leave. */
  add(commands: RunningCommands): () => void;
}

export function gatherCommands(): GatheredCommands {
  const all = new Set<RunningCommands>();
  return {
    add: (commands) => {
      all.add(commands);
      return () => void all.delete(commands);
    },
    areRunning: () => [...all].some((commands) => commands.areRunning()),
    endAll: async () => void (await Promise.all([...all].map(async (commands) => commands.endAll()))),
  };
}
