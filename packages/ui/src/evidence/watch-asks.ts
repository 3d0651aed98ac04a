import type { SessionItem } from '@rook/contract';

import type { Readable } from '../app/value-store.ts';
import { listOpenApprovals } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';

export interface Watched {
  /** The session that is shown. */
  readonly store: SessionStore;
  readonly sessions: Readable<{ readonly items: readonly SessionItem[] }>;
  readonly isHidden: () => boolean;
  /** How many questions wait. */
  readonly count: (asks: number) => void;
  /** One for each question that comes while nobody looks. */
  readonly tell: (text: string) => void;
}

/**
 * Watches what waits for a person, here and in other sessions. What came while the page was looked at was seen, and is
 * not told again.
 */
export function watchAsks({ store, sessions, isHidden, count, tell }: Watched): () => void {
  const told = new Set<string>();
  let last = '';
  const look = (): void => {
    const asks = listAsks(store, sessions.getState().items);
    const keys = asks.map(({ key }) => key).join(' ');
    if (keys === last) return;
    last = keys;
    count(asks.length);
    for (const { key, text } of asks) {
      if (told.has(key)) continue;
      told.add(key);
      if (isHidden()) tell(text);
    }
    // A session that waits again later asks something else.
    for (const key of told)
      if (key.startsWith(SESSION) && !asks.some((ask) => ask.key === key)) told.delete(key);
  };
  const stops = [store.subscribe(look), sessions.subscribe(look)];
  look();
  return () => {
    for (const stop of stops) stop();
  };
}

interface Ask {
  readonly key: string;
  readonly text: string;
}

const SESSION = 'session:';

/** Of the session that is shown each question, of the others only that they wait. */
function listAsks(store: SessionStore, items: readonly SessionItem[]): readonly Ask[] {
  const state = store.getState();
  const open = listOpenApprovals(state).map(({ id, question }) => ({
    key: `question:${id}`,
    text: question,
  }));
  // The list lags behind the session that is shown, which knows best what it asks.
  const isUnread = state.phase === 'failed';
  const others = items.filter(({ id, waits }) => waits && (isUnread || id !== state.session));
  return [...open, ...others.map(({ id, title }) => ({ key: `${SESSION}${id}`, text: title }))];
}
