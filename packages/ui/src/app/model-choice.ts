import type { About, Result, SessionId } from '@rook/contract';

import type { HostStorage } from './host.ts';
import { createKeptMarks } from './kept-marks.ts';
import { createValueStore, type Readable } from './value-store.ts';

/** Which model a person chose for a session; null is the one that is not begun. */
export interface ModelChoice extends Readable<number> {
  /** Null: the model that the connection names, because nothing was chosen or what was chosen is offered no more. */
  read(session: SessionId | null): string | null;
  choose(session: SessionId | null, model: string): void;
  /** The one that was not begun is this session from now on. */
  move(session: SessionId): void;
  /** Another one begins, and nothing was chosen for it. */
  forget(): void;
}

/** What the workbench says of its connection. */
type Known = Readable<Result<About> | null>;

export function createModelChoice(storage: HostStorage, about: Known): ModelChoice {
  const kept = createKeptMarks(storage, 'models');
  const version = createValueStore(0);
  const tell = (): void => version.set(version.getState() + 1);
  let unbegun: string | null = null;
  const choose: ModelChoice['choose'] = (session, model) => {
    if (session === null) unbegun = model;
    else kept.write(session, model);
    tell();
  };
  return {
    subscribe: version.subscribe,
    getState: version.getState,
    read: (session) => {
      const model = session === null ? unbegun : kept.read(session);
      return model !== null && isOffered(about, model) ? model : null;
    },
    choose,
    move: (session) => {
      if (unbegun !== null) choose(session, unbegun);
      unbegun = null;
    },
    forget: () => {
      unbegun = null;
      tell();
    },
  };
}

function isOffered(about: Known, model: string): boolean {
  const known = about.getState();
  if (known?.ok !== true) return true;
  const { connection, models } = known.value;
  return connection?.model === model || models.includes(model);
}
