import { useSyncExternalStore } from 'react';

import type { SessionState } from './session-state.ts';
import type { SessionStore } from './session-store.ts';

/** A part of the state; who uses it renders again only when that part is another one. */
export function useSession<Part>(store: SessionStore, select: (state: SessionState) => Part): Part {
  const read = (): Part => select(store.getState());
  return useSyncExternalStore((listener) => store.subscribe(listener), read, read);
}
