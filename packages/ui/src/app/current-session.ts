import type { SessionId, Workbench } from '@rook/contract';

import { createSessionStore, type SessionStore } from '../state/session-store.ts';
import type { ModelChoice } from './model-choice.ts';
import type { RouteStore } from './route.ts';
import { createValueStore, type Readable } from './value-store.ts';

interface ShownSession {
  readonly store: SessionStore;
  /** Another number for another session; the same one when a new session has begun. */
  readonly number: number;
}

export interface CurrentSession extends Readable<ShownSession> {
  dispose(): void;
}

/** The one session that is shown. A new one keeps its store when it begins, so that nothing on the page starts anew. */
export function createCurrentSession(
  workbench: Workbench,
  route: RouteStore,
  models: ModelChoice,
): CurrentSession {
  let shown: SessionId | null = route.getState().session;
  const make = (session: SessionId | null): SessionStore => {
    const begin = (begun: SessionId): void => {
      if (store.getState().store !== made) return;
      shown = begun;
      models.move(begun);
      route.become(begun);
    };
    const made: SessionStore = createSessionStore(workbench, session, begin, () =>
      models.read(made.getState().session),
    );
    return made;
  };
  const store = createValueStore<ShownSession>({ store: make(shown), number: 0 });
  const stop = route.subscribe(() => {
    const { session } = route.getState();
    if (session === shown) return;
    shown = session;
    const former = store.getState();
    store.set({ store: make(session), number: former.number + 1 });
    former.store.dispose();
  });
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    dispose: () => {
      stop();
      store.getState().store.dispose();
    },
  };
}
