import type { JSX } from 'react';

import { useChosen } from '../app/value-store.ts';
import { Button } from '../design/button.tsx';
import type { SessionStore } from '../state/session-store.ts';

/** What is folded from turns knows only those that were loaded; it says so. */
export function OlderTurns({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const hasOlder = useChosen(store, (state) => state.hasOlder);
  const isLoading = useChosen(store, (state) => state.isLoadingOlder);
  if (!hasOlder) return null;
  return (
    <p className="evidence-note">
      Older turns are not loaded.{' '}
      <Button look="quiet" onClick={() => void store.loadOlder()} isDisabled={isLoading}>
        Load older turns
      </Button>
    </p>
  );
}
