import { sessionIdSchema, type SessionId } from '@rook/contract';

import { createValueStore, type Readable } from './value-store.ts';

/** Where the page is. */
export interface Route {
  /** Null: a session that begins with its first message. */
  readonly session: SessionId | null;
  /** The turn to show, where a link named one. */
  readonly turn: string | null;
  /** The address names no session that there can be. */
  readonly isUnknown: boolean;
}

export interface RouteStore extends Readable<Route> {
  go(session: SessionId | null, turn?: string): void;
  /** Without a step in the history of the browser: the page has become that session. */
  become(session: SessionId): void;
  dispose(): void;
}

/** The page of a new session, with the form for a model over it. */
export const CONNECT_HASH = '#/connect';

export function parseRoute(hash: string): Route {
  const [, page = '', id = '', turn = ''] = hash.replace(/^#/u, '').split('/');
  if (page === '' || hash === CONNECT_HASH) return { session: null, turn: null, isUnknown: false };
  const session = sessionIdSchema.safeParse(page === 'session' ? id : '');
  if (!session.success) return { session: null, turn: null, isUnknown: true };
  return { session: session.data, turn: turn === '' ? null : turn, isUnknown: false };
}

export function formatRoute(session: SessionId | null, turn?: string): string {
  if (session === null) return '#/';
  return turn === undefined ? `#/session/${session}` : `#/session/${session}/${turn}`;
}

/** Follows the part of the address behind the `#`, so that Back, a bookmark and a reload all do what they should. */
export function createRouteStore(): RouteStore {
  const store = createValueStore(parseRoute(location.hash));
  const read = (): void => {
    const route = parseRoute(location.hash);
    const { session, turn, isUnknown } = store.getState();
    if (route.session !== session || route.turn !== turn || route.isUnknown !== isUnknown) store.set(route);
  };
  addEventListener('hashchange', read);
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    go: (session, turn) => {
      location.hash = formatRoute(session, turn);
      read();
    },
    become: (session) => {
      history.replaceState(null, '', formatRoute(session));
      read();
    },
    dispose: () => removeEventListener('hashchange', read),
  };
}
