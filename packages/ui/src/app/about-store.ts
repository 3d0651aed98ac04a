import type { About, Result, Workbench } from '@rook/contract';

import type { AboutStore } from './scope.tsx';
import { createValueStore } from './value-store.ts';

/** What the workbench works with. An older answer never replaces a younger one, and a failure never a success. */
export function createAboutStore(workbench: Workbench): AboutStore {
  const store = createValueStore<Result<About> | null>(null);
  let asked = 0;
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    refresh: async () => {
      asked += 1;
      const mine = asked;
      const about = await workbench.call('about', {});
      if (mine !== asked || (!about.ok && store.getState()?.ok === true)) return;
      store.set(about);
    },
  };
}
