import type { Workbench } from '@rook/contract';
import { createContext, useContext, useEffect, useState } from 'react';

import type { ChangeView } from '../state/conversation.ts';
import type { SessionStore } from '../state/session-store.ts';

/** The workbench of the views below; null: there is none, as in a test of one view. */
export const WorkbenchContext = createContext<Workbench | null>(null);

export type ShownDiff =
  | { readonly state: 'loading' }
  | { readonly state: 'there'; readonly diff: string }
  | { readonly state: 'missing'; readonly sentence: string };

/** The diff of a change set, which no entry holds: it is made from the kept bytes when somebody looks. */
export function useChangeDiff({ id, state }: ChangeView, store: SessionStore): ShownDiff {
  const workbench = useContext(WorkbenchContext);
  const [shown, setShown] = useState<ShownDiff>({ state: 'loading' });
  useEffect(() => {
    const { session } = store.getState();
    // While it is being written there is nothing to be read of it yet.
    if (workbench === null || session === null || state === 'started') return undefined;
    let isOver = false;
    const show = async (): Promise<void> => {
      const read = await workbench.call('change_show', { session, changeSet: id });
      if (isOver) return;
      if (!read.ok) setShown({ state: 'missing', sentence: read.error.message });
      else {
        const diff = read.value.files
          .map((file) => file.diff ?? `${file.path}: ${file.problem ?? ''}\n`)
          .join('');
        setShown({ state: 'there', diff });
      }
    };
    void show();
    return () => {
      isOver = true;
    };
  }, [workbench, store, id, state]);
  return shown;
}
