import { readFacts } from '../state/session-facts.ts';
import type { SessionStore } from '../state/session-store.ts';
import { useScope } from './scope.tsx';
import { useChosen } from './value-store.ts';

/** The list knows a title that another surface gave; what the list does not hold knows its own. */
export function useTitle(store: SessionStore): string {
  const session = useChosen(store, (state) => state.session);
  const summary = useChosen(store, (state) => readFacts(state).title);
  const listed = useChosen(useScope().sessions, ({ items }) => items.find(({ id }) => id === session)?.title);
  if (session === null) return 'New session';
  const title = listed ?? summary;
  return title === '' ? 'Untitled session' : title;
}
