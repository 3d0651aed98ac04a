import type { Result } from '@rook/contract';

import type { Line } from './store.ts';

/** Lines beside the files of the user, to which is added, and of which wrong ones are put right. Nothing is ever decided by what stands there. */
export interface LedgerFile {
  /** Where it is, for a person. */
  readonly path: string;
  /** All lines as they lie there; none where there is no file. */
  read(): AsyncIterable<Result<readonly Line[]>>;
  /**
   * Runs the work while nobody else adds: one at a time over all processes. Fails where nothing could be added, also if the work
   * would add nothing. Null, and no work, where there is no folder for it: none is made. Does not nest.
   */
  hold<Value>(work: (ledger: HeldLedger) => Promise<Result<Value>>): Promise<Result<Value | null>>;
}

export interface HeldLedger {
  /** As it was kept with what was added last; null where the file is not as it was left then. */
  readonly bookmark: string | null;
  /** As it was kept last, also where the file was changed since; null where none is known. */
  readonly lastBookmark: string | null;
  /** Puts other bytes in the place of some, as one step; all else stays as it is. In order, and none over another. */
  replace(splices: readonly LedgerSplice[]): Promise<Result<void>>;
  /** Adds at the end all of the bytes, or as good as nothing, and keeps the bookmark. */
  append(bytes: Uint8Array, bookmark: string): Promise<Result<void>>;
}

export interface LedgerSplice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}
