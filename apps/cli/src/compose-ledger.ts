import { findRevision, type LedgerPorts, type Shell, type Syntax, type Workspace } from '@rook/engine';

import type { CommandCall } from './command.ts';
import { loadShell, loadSyntax, openLedger, type Composition } from './compose.ts';

/** What the ledger of a governed workspace is kept with; grammars and programs are loaded when they are needed. */
export function composeLedger(
  { surroundings }: CommandCall,
  { folders }: Pick<Composition, 'folders'>,
  workspace: Workspace | null,
): LedgerPorts | null {
  if (workspace === null) return null;
  const { variables } = surroundings;
  return {
    file: openLedger(folders),
    syntax: lazySyntax(),
    revision: async () => findRevision({ shell: lazyShell, root: workspace.root, variables }),
  };
}

const lazyShell: Pick<Shell, 'run'> = {
  run: async (program, watch) => (await loadShell()).shell.run(program, watch),
};

/** Grammars, when the first file is parsed. */
export function lazySyntax(): Syntax {
  let loaded: Promise<Syntax> | undefined;
  return {
    parse: async (path, text) => {
      loaded ??= loadSyntax();
      return (await loaded).parse(path, text);
    },
  };
}
