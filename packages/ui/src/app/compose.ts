import { useCallback } from 'react';

import { EMPTY_DRAFT } from '../composer/parse-draft.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useScope } from './scope.tsx';

/** Puts text into the composer. What stood there is set aside and can be brought back. */
export function useCompose(store: SessionStore): (text: string) => void {
  const { drafts, toasts } = useScope();
  return useCallback(
    (text) => {
      const owner = store.getState().session;
      const former = drafts.read(owner);
      drafts.write(owner, { ...EMPTY_DRAFT, text });
      document.querySelector<HTMLElement>('.composer-text')?.focus();
      if (former.text === '' && former.images.length === 0) return;
      toasts.done('Your draft was set aside.', {
        label: 'Bring it back',
        run: () => drafts.write(owner, former),
      });
    },
    [drafts, toasts, store],
  );
}
