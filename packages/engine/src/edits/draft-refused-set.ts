import type { ChangeSetId, EntryDraft, IntentId, RookError, TurnId } from '@rook/contract';

/** Changes of which nothing was written, and why. */
export interface RefusedSet {
  readonly id: ChangeSetId;
  readonly turn: TurnId;
  readonly intent: IntentId | null;
  readonly by: 'assistant' | 'user';
  /** Null where nobody knows. */
  readonly costUsd?: number | null;
  /** Those that are known; a reply that cannot be read may name none. */
  readonly files: readonly FileLeft[];
  readonly error: RookError;
}

export interface FileLeft {
  readonly path: string;
  readonly status: 'refused' | 'skipped';
  readonly error: RookError;
}

/** How the history is told of changes that came to no plan: there is nothing to compare, so there are no hashes. */
export function draftRefusedSet({ id, turn, intent, by, costUsd, files, error }: RefusedSet): EntryDraft {
  return {
    event_type: 'change_set_refused',
    change_set_id: id,
    turn_id: turn,
    kind: 'edit',
    intent_id: intent,
    by,
    ...(costUsd === undefined || costUsd === null ? {} : { cost_usd: costUsd }),
    files: files.map(({ path, status, error: why }) => ({
      path,
      status,
      before_hash: null,
      after_hash: null,
      added: 0,
      removed: 0,
      error: { ...why },
    })),
    error: { ...error },
  };
}
