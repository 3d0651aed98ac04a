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
  /** Closes it because the person goes somewhere else, which takes the focus. */
  readonly leave: () => void;
  /** Whether the focus goes back to where it was. */
  readonly returnsFocus: () => boolean;
}

export function createOpenedStore(): OpenedStore {
  const store = createValueStore<Opened | null>(location.hash === CONNECT_HASH ? { kind: 'connect' } : null);
  let isLeft = false;
  const change = (opened: Opened | null, left = false): void => {
    isLeft = left;
    store.set(opened);
  };
  return {
    ...store,
    openWhy: (path, line) => change({ kind: 'why', path, line: line ?? null }),
    openConnect: () => change({ kind: 'connect' }),
    close: () => change(null),
    leave: () => change(null, true),
    returnsFocus: () => !isLeft,
  };
}
