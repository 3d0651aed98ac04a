import { useState } from 'react';

import { useScope } from '../app/scope.tsx';
import { useStore } from '../app/value-store.ts';

export interface TourStart {
  /** A tour can be taken from here. */
  readonly isOffered: boolean;
  readonly isStarting: boolean;
  readonly start: () => void;
}

/** Makes a tour and goes there. What is here stays as it is. */
export function useTourStart(): TourStart {
  const { workbench, host, about, theme, toasts } = useScope();
  const known = useStore(about);
  const [isStarting, setStarting] = useState(false);
  const start = async (): Promise<void> => {
    setStarting(true);
    const started = await workbench.call('tour_start', { theme: theme.getState() });
    setStarting(false);
    if (started.ok) host.goTo?.(started.value.url);
    else toasts.failed('The tour could not be started.', started.error);
  };
  const isHome = known?.ok === true && !known.value.isTour;
  return { isOffered: isHome && host.goTo !== undefined, isStarting, start: () => void start() };
}
