import type { ContentHash, Result, SessionId } from '@rook/contract';

import type { BlobDraft } from './blob-draft.ts';
import type { KeptLooks } from './kept-looks.ts';

/**
 * What commands have printed by now, for whoever has to look after them when this process dies: a note that is replaced from time to
 * time, and for a long output a blob that grows. `drop` and `clear` let go of both. Whoever writes here has taken the secrets out.
 */
export interface KeptOutputs extends KeptLooks {
  /** Begins the blob of a command, in the place of what was begun for it before. */
  begin(session: SessionId, command: string): Promise<Result<OutputDraft>>;
  /** What a dead process had brought there, in order, up to the first part that is not whole; nothing where there is none. */
  read(session: SessionId, command: string): AsyncIterable<Uint8Array>;
}

export interface OutputDraft extends Omit<BlobDraft, 'keep'> {
  /** What the next process would find by now, and what it would not. However much was added, few bytes wait. */
  waiting(): Promise<Result<WaitingBytes>>;
  /** As that of any blob. All of it can be read under the command until `named` has ended, which is told the hash. */
  keep(named: (hash: ContentHash) => Promise<void>): Promise<Result<ContentHash>>;
}

interface WaitingBytes {
  /** So many bytes would be found. */
  readonly found: number;
  /** Those that were added behind them. */
  readonly behind: Uint8Array;
}
