import type { Scope } from '../app/scope.ts';
import { listOpenApprovals } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';

/**
 * Tells a person who looks elsewhere that something waits: a count in the title of the page, and one notification for
 * each question that comes while the page is hidden. What came while it was looked at was seen.
 */
export function watchAsks(
  { current, sessions, host }: Pick<Scope, 'current' | 'sessions' | 'host'>,
  page: Pick<Document, 'title' | 'hidden'>,
): () => void {
  const name = page.title;
  const told = new Set<string>();
  const look = (): void => {
    const asks = listAsks(current.getState().store, sessions.getState().items);
    page.title = asks.length === 0 ? name : `(${asks.length}) ${name}`;
    for (const { key, text } of asks) {
      if (told.has(key)) continue;
      told.add(key);
      if (page.hidden) host.notify?.('Rook asks', text);
    }
    // A session that waits again later asks something else.
    for (const key of told)
      if (key.startsWith(SESSION) && !asks.some((ask) => ask.key === key)) told.delete(key);
  };
  let stopShown = current.getState().store.subscribe(look);
  const stops = [
    current.subscribe(() => {
      stopShown();
      stopShown = current.getState().store.subscribe(look);
      look();
    }),
    sessions.subscribe(look),
  ];
  look();
  return () => {
    stopShown();
    for (const stop of stops) stop();
    page.title = name;
  };
}

interface Ask {
  readonly key: string;
  readonly text: string;
}

const SESSION = 'session:';

type Listed = ReturnType<Scope['sessions']['getState']>['items'];

function listAsks(store: SessionStore, items: Listed): readonly Ask[] {
  const state = store.getState();
  const open = listOpenApprovals(state).map(({ id, question }) => ({
    key: `question:${id}`,
    text: question,
  }));
  const others = items.filter(({ id, waits }) => waits && id !== state.session);
  return [...open, ...others.map(({ id, title }) => ({ key: `${SESSION}${id}`, text: title }))];
}
