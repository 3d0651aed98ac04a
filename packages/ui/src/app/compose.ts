import { useCallback } from 'react';

import { isEmptyDraft, joinDrafts } from '../composer/join-drafts.ts';
import { recallMessage, type Compose } from '../composer/recall-message.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useScope } from './scope.tsx';

/** Puts words into the composer, with all that a message had that said them. What was typed stays, below. */
export function useCompose(store: SessionStore): Compose {
  const { drafts, toasts, workbench } = useScope();
  return useCallback(
    (said) => {
      const compose = async (): Promise<void> => {
        const { session } = store.getState();
        const message = await recallMessage(workbench, said);
        if (!message.ok) return toasts.failed('The message cannot be edited.', message.error);
        const former = drafts.read(session);
        drafts.write(session, joinDrafts(message.value, former));
        document.querySelector<HTMLElement>('.composer-text')?.focus();
        if (isEmptyDraft(former)) return undefined;
        return toasts.done('What you were writing stands below.', {
          label: 'Undo',
          run: () => drafts.write(session, former),
        });
      };
      void compose();
    },
    [drafts, toasts, workbench, store],
  );
}
