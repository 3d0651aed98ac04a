import type { IntentId } from '@rook/contract';

import type { ValueStore } from './value-store.ts';

export const MODES = ['safe', 'ask', 'allow'] as const;
export type Mode = (typeof MODES)[number];

/** What was chosen for the session that is shown and has not been told to it; null: nothing. */
export interface Picks {
  readonly mode: Mode | null;
  readonly intent: IntentId | null;
}

export const NO_PICKS: Picks = { mode: null, intent: null };
export type PickStore = ValueStore<Picks>;
