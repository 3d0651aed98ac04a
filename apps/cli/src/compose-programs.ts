import type { Result } from '@rook/contract';
import type { CommandShell, Shell } from '@rook/engine';

import { loadCommandShell, loadShell } from './compose.ts';
import { once } from './once.ts';

/** What starts processes. */
export interface Programs {
  readonly shell: Shell;
  readonly ripgrep: () => Promise<Result<string>>;
  readonly commandShell: CommandShell;
}

export function composePrograms(variables: ReadonlyMap<string, string>): Programs {
  const load = once(loadShell);
  const loadCommands = once(async () => loadCommandShell(variables));
  return {
    shell: {
      run: async (program, watch) => (await load()).shell.run(program, watch),
      open: async (program, watch) => (await load()).shell.open(program, watch),
    },
    ripgrep: async () => (await load()).ripgrep,
    commandShell: {
      start: async (line, watch) => (await loadCommands()).start(line, watch),
      environment: async (options) => (await loadCommands()).environment(options),
      sandbox: async () => (await loadCommands()).sandbox(),
      endMarked: async (marks) => (await loadCommands()).endMarked(marks),
    },
  };
}
