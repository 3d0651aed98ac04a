import type { ChangeSetId, SessionId, TurnId } from '@rook/contract';

import { createValueStore, type ValueStore } from './value-store.ts';

export type EvidenceTab = 'changes' | 'todos' | 'files' | 'approvals' | 'commands' | 'governance' | 'record';

/** What shall be rewound, or forwarded. Without a change set: the newest that there is. */
export interface RewindWish {
  readonly direction: 'rewind' | 'forward';
  readonly changeSet?: ChangeSetId;
  readonly session?: SessionId;
  /** Only this file of it. */
  readonly file?: string;
}

/** What the evidence is about. Any view may ask for it: a turn card for its changes, a file for its history. */
export interface EvidenceFocus {
  readonly tab: EvidenceTab;
  /** Null: the whole session. */
  readonly turn: TurnId | null;
  /** Only changes of this file. */
  readonly path: string | null;
  /** The change set that is open. */
  readonly changeSet: ChangeSetId | null;
  /** A rewind that is looked at before it is done. */
  readonly rewind: RewindWish | null;
}

export interface EvidenceStore extends ValueStore<EvidenceFocus> {
  show(changes: Partial<EvidenceFocus>): void;
}

export const FIRST_FOCUS: EvidenceFocus = {
  tab: 'changes',
  turn: null,
  path: null,
  changeSet: null,
  rewind: null,
};

export function createEvidenceStore(): EvidenceStore {
  const store = createValueStore(FIRST_FOCUS);
  return { ...store, show: (changes) => store.set({ ...store.getState(), ...changes }) };
}
