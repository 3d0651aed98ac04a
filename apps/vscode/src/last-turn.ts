import { sessionIdSchema, turnIdSchema, type SessionId, type TurnId } from '@rook/contract';
import type * as vscode from 'vscode';

interface TurnPlace {
  readonly session: SessionId;
  readonly turn: TurnId;
}

/** The turn that was last answered in this window; it outlives a reload of the window. */
export interface LastTurn {
  read(): TurnPlace | null;
  keep(place: TurnPlace): Promise<void>;
}

const KEY = 'lastTurn';

export function createLastTurn(state: Pick<vscode.Memento, 'get' | 'update'>): LastTurn {
  return {
    read: () => {
      const kept = state.get<Partial<Record<keyof TurnPlace, unknown>>>(KEY);
      const session = sessionIdSchema.safeParse(kept?.session);
      const turn = turnIdSchema.safeParse(kept?.turn);
      return session.success && turn.success ? { session: session.data, turn: turn.data } : null;
    },
    keep: async (place) => state.update(KEY, place),
  };
}
