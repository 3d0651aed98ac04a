import type { JSX } from 'react';

import { useScope } from '../../app/scope.tsx';
import { useActions } from '../../app/use-actions.ts';
import { useChosen } from '../../app/value-store.ts';
import type { SessionStore } from '../../state/session-store.ts';
import { RewindDialog } from './rewind-dialog.tsx';

/** A rewind can be asked for from anywhere; it is always looked at before anything is written. */
export function RewindOverlay({ store }: { readonly store: SessionStore }): JSX.Element | null {
  const { evidence } = useScope();
  const wish = useChosen(evidence, ({ rewind }) => rewind);
  const session = useChosen(store, (state) => state.session);
  useActions([
    {
      id: 'rewind',
      title: 'Rewind the newest change set',
      group: 'Changes',
      keys: 'mod+z',
      place: 'outside',
      isOff: wish !== null,
      run: () => evidence.show({ rewind: { direction: 'rewind' } }),
    },
    {
      id: 'forward',
      title: 'Forward what was rewound',
      group: 'Changes',
      keys: 'mod+shift+z',
      place: 'outside',
      isOff: wish !== null,
      run: () => evidence.show({ rewind: { direction: 'forward' } }),
    },
  ]);
  if (wish === null) return null;
  return (
    <RewindDialog
      key={JSON.stringify(wish)}
      wish={wish}
      session={session}
      close={() => evidence.show({ rewind: null })}
    />
  );
}
