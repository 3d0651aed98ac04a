import { CONNECT_HASH } from './route.ts';
import { createValueStore, type ValueStore } from './value-store.ts';

/** What stands over the page. */
type Opened =
  | { readonly kind: 'connect' }
  /** Without a path the person says which file. */
  | { readonly kind: 'why'; readonly path: string | null; readonly line: number | null };

export interface OpenedStore extends ValueStore<Opened | null> {
  /** Says why the lines of a file are there, or one of them. */
  readonly openWhy: (path: string | null, line?: number) => void;
  readonly openConnect: () => void;
  readonly close: () => void;
}

export function createOpenedStore(): OpenedStore {
  const store = createValueStore<Opened | null>(location.hash === CONNECT_HASH ? { kind: 'connect' } : null);
  return {
    ...store,
    openWhy: (path, line) => store.set({ kind: 'why', path, line: line ?? null }),
    openConnect: () => store.set({ kind: 'connect' }),
    close: () => store.set(null),
  };
}
