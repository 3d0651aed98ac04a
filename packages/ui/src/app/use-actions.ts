import { useEffect, useRef } from 'react';

import type { Action } from './actions.ts';
import { useScope } from './scope.tsx';

/**
 * Offers actions while the view is there. They may be made anew with each render: only what a person can see of them
 * counts as a change, and what runs is always the youngest.
 */
export function useActions(actions: readonly Action[]): void {
  const { actions: store } = useScope();
  const youngest = useRef(actions);
  useEffect(() => {
    youngest.current = actions;
  });
  const shape = JSON.stringify(actions);
  useEffect(
    () =>
      store.add(
        youngest.current.map((action, index) => keepYoung(action, () => youngest.current[index]?.run())),
      ),
    [store, shape],
  );
}

function keepYoung(action: Action, run: () => void): Action {
  return { ...action, run };
}
