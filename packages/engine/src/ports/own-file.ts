import type { Result } from '@rook/contract';

/** One small file of Rook's own, which only its owner can read. */
export interface OwnFile {
  /** Where it is, for a person. */
  readonly path: string;
  /** The content, or null when there is none. A link, another user's file and one that is too large are failures. */
  read(): Promise<Result<Uint8Array | null>>;
  /**
   * Replaces the file as one step with what `change` makes of it; nothing is written when that fails or gives null.
   * Changes of several processes run one after the other. `change` may be called more than once.
   */
  update(change: (content: Uint8Array | null) => Promise<Result<Uint8Array | null>>): Promise<Result<void>>;
}
