import { useState } from 'react';

import { CONNECT_HASH } from '../app/route.ts';
import { useScope } from '../app/scope.tsx';

export interface TourLeaving {
  readonly state: 'here' | 'leaving' | 'left';
  /** Ends the tour and goes home; with `isConnecting` to the form for a model. */
  readonly leave: (isConnecting: boolean) => void;
}

export function useTourLeaving(): TourLeaving {
  const { workbench, host, toasts } = useScope();
  const [state, setState] = useState<TourLeaving['state']>('here');
  const leave = async (isConnecting: boolean): Promise<void> => {
    if (state !== 'here') return;
    setState('leaving');
    const left = await workbench.call('tour_leave', {});
    if (!left.ok) {
      setState('here');
      toasts.failed('The tour was not left.', left.error);
      return;
    }
    setState('left');
    const { homeUrl } = left.value;
    if (homeUrl !== null) host.goTo?.(isConnecting ? homeUrl + CONNECT_HASH : homeUrl);
  };
  return { state, leave: (isConnecting) => void leave(isConnecting) };
}
