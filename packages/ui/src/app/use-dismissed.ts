import { useContext } from 'react';

import type { SessionStore } from '../state/session-store.ts';
import { createKeptMarks, type KeptMarks } from './kept-marks.ts';
import { ScopeContext } from './scope.tsx';
import { useChosen } from './value-store.ts';

type Dismissible = 'recovery' | 'summary' | 'commands';

/** Whether a person has put something of a session away, and what puts it away for good: it stays away over a reload. */
export function useDismissed(
  store: SessionStore,
  kind: Dismissible,
  key: string,
): readonly [boolean, () => void] {
  const marks = useContext(ScopeContext)?.dismissed ?? marksAlone(store);
  const session = useChosen(store, (state) => state.session);
  const name = `${session ?? ''} ${kind} ${key}`;
  const isDismissed = useChosen(marks, () => marks.read(name) !== null);
  return [isDismissed, () => marks.write(name, 'yes')];
}

const alone = new WeakMap<SessionStore, KeptMarks>();

/** For a view that stands alone: nothing is kept of it. */
function marksAlone(store: SessionStore): KeptMarks {
  const known = alone.get(store);
  if (known !== undefined) return known;
  const marks = createKeptMarks({ get: () => null, set: () => undefined }, 'dismissed');
  alone.set(store, marks);
  return marks;
}
