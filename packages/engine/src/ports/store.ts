import type { ContentHash, Result, SessionId } from '@rook/contract';

/** Sessions as lines, and bytes by their hash. The engine decides what a line says. */
export interface Store {
  /** Takes the session for writing. `session_in_use` names the holder when another process has it. */
  open(session: SessionId): Promise<Result<SessionWriter>>;
  /** The lines in file order, from 0; a torn or foreign line is yielded as it is, never left out. */
  read(session: SessionId, from?: number): AsyncIterable<Result<Uint8Array>>;
  /** Newest first. */
  list(): Promise<Result<readonly SessionId[]>>;
  readonly blobs: Blobs;
}

export interface SessionWriter {
  /**
   * Writes the lines in order and as one batch. Resolves with success only after the bytes were written
   * in full; `durable` waits until they are on the disk. On failure none of them counts as written.
   */
  append(lines: readonly Uint8Array[], durable: boolean): Promise<Result<void>>;
  /** Gives the session free for others; may be called twice. */
  close(): Promise<void>;
}

export interface Blobs {
  /** Keeps the bytes; when this succeeded they may be named. Keeping the same bytes twice is harmless. */
  put(bytes: Uint8Array): Promise<Result<ContentHash>>;
  /** The bytes, checked against their hash; null when they were never kept or were pruned. */
  get(hash: ContentHash): Promise<Result<Uint8Array | null>>;
}
