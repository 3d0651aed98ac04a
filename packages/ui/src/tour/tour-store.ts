import type { CallOutput, RookError, Workbench } from '@rook/contract';

import { createValueStore, type Readable } from '../app/value-store.ts';

type TourState = CallOutput<'tour_state'>;
export type TourStepView = TourState['steps'][number];

interface KnownTour {
  /** Null: nothing is known yet. */
  readonly state: TourState | null;
  readonly error: RookError | null;
}

/** How far the tour is. It outlives the view of one session, because a tour goes over all of them. */
export interface TourStore extends Readable<KnownTour> {
  /** Asks again; asked while an answer is on its way, it asks once more after it. */
  refresh(): Promise<void>;
}

export function createTourStore(workbench: Workbench): TourStore {
  const store = createValueStore<KnownTour>({ state: null, error: null });
  let isAsking = false;
  let isOld = false;
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    refresh: async () => {
      isOld = true;
      if (isAsking) return;
      isAsking = true;
      while (isOld) {
        isOld = false;
        const told = await workbench.call('tour_state', {});
        const { state } = store.getState();
        store.set(told.ok ? { state: told.value, error: null } : { state, error: told.error });
      }
      isAsking = false;
    },
  };
}
