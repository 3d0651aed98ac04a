import type { ExplainedRange } from '@rook/contract';
import { createIntentBook, describeExplained, openExplainer, type FileExplainer } from '@rook/engine';

import type { EditorWorkbench } from '../compose-workbench.ts';
import { openOwnFiles } from '../compose.ts';
import { systemClock } from '../system-clock.ts';
import type { ReasonSources } from './file-reasons.ts';

/** What the sessions of a folder tell of its files. */
export function createReasonSources({
  composition,
  follow,
}: Pick<EditorWorkbench, 'composition' | 'follow'>): ReasonSources {
  const { store, workspace, folders } = composition;
  return {
    clock: systemClock,
    follow: () => follow({ session: null, after: -1 }),
    stamp: async () => {
      const listed = await store.list();
      return listed.ok ? listed.value.map(({ id, bytes }) => `${id} ${bytes}`).join('\n') : null;
    },
    open: async () => {
      if (workspace === null) return null;
      const { intents, ledger } = openOwnFiles(folders);
      const opened = await openExplainer({
        store,
        workspace,
        ledger,
        intents: createIntentBook({ intents }),
      });
      return opened.ok ? async (path) => explain(opened.value, path) : null;
    },
  };
}

/** What cannot be explained is left alone: a lens is no place for errors. */
async function explain(explainer: FileExplainer, path: string): Promise<readonly ExplainedRange[]> {
  // Most files were never touched here, and need not be read.
  if (explainer.history.indexesOf(path).length === 0) return [];
  const found = await explainer.find(path);
  if (!found.ok || found.value === null || found.value.content === null) return [];
  const explained = await explainer.explain({ ...found.value, lines: null, withChanges: false });
  return explained.ok ? describeExplained(explained.value).ranges : [];
}
