import type { ContentHash, Result } from '@rook/contract';

/** Bytes that are being kept. Until they are, nobody finds them. */
export interface BlobDraft {
  /** Adds these behind those before, and settles when more can be taken. Once it failed, the rest fails too. */
  add(bytes: Uint8Array): Promise<Result<void>>;
  /** Keeps all of it, as `put` does; nothing can be added after it. */
  keep(): Promise<Result<ContentHash>>;
  /** Lets go of all of it; harmless where it was kept. */
  drop(): Promise<void>;
}
