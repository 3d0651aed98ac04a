import {
  createIntentBook,
  createLineExplainer,
  findRevision,
  inspectLedger,
  type LedgerPorts,
  type SessionSetup,
  type Shell,
  type Syntax,
  type WorkbenchSetup,
  type Workspace,
} from '@rook/engine';

import type { CommandCall } from './command.ts';
import { composeLines, type StoreComposition } from './compose-store.ts';
import {
  inspectWorkspaceFolder,
  loadShell,
  loadSyntax,
  openIntents,
  openLedger,
  type Composition,
} from './compose.ts';

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

/** What a session keeps in the ledger, and tells of the record: why lines are there. */
export function composeRecord(
  call: CommandCall,
  { folders, store }: Pick<StoreComposition, 'folders' | 'store'>,
  workspace: Workspace | null,
): Pick<SessionSetup, 'ledger' | 'explain'> {
  const ledger = composeLedger(call, { folders }, workspace);
  if (workspace === null || ledger === null) return { ledger };
  const intents = createIntentBook({ intents: openIntents(folders) });
  return { ledger, explain: createLineExplainer({ store, workspace, ledger: ledger.file, intents }) };
}

const lazyShell: Pick<Shell, 'run'> = {
  run: async (program, watch) => (await loadShell()).shell.run(program, watch),
};

/** Grammars, when the first file is parsed. */
function lazySyntax(): Syntax {
  let loaded: Promise<Syntax> | undefined;
  return {
    parse: async (path, text) => {
      loaded ??= loadSyntax();
      return (await loaded).parse(path, text);
    },
  };
}

type Inspect = NonNullable<WorkbenchSetup['ledger']>['inspect'];

/** Whether it can be written, and has all that the journals say. Nothing is written. */
export async function inspectOwnLedger(
  call: CommandCall,
  composition: StoreComposition,
): ReturnType<Inspect> {
  const { folders, store, settings } = composition;
  if (folders.workspaceFolder === null) return null;
  // Where no session was ever kept, there is nothing to trace, and nothing is left behind.
  const own = inspectWorkspaceFolder(folders.workspaceFolder);
  if (!own.ok || own.value === 'missing') return null;
  const { redactor } = await composeLines(call, composition);
  const redact = (text: string) => redactor.redactText(text).text;
  const health = await inspectLedger({ file: openLedger(folders), store, syntax: lazySyntax(), redact });
  return { health, isStrict: settings.values['governance.trace'] === 'strict' };
}
