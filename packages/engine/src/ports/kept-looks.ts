import type { SessionId } from '@rook/contract';

/**
 * What was seen of a workspace before a command, for whoever has to look after that when this process dies. Nobody waits for the disk:
 * it outlives the process, and not the machine.
 */
export interface KeptLooks {
  /**
   * In the place of what was kept for the command before, which is there until this is there whole. Where it cannot be written, it is not.
   */
  keep(session: SessionId, command: string, pieces: readonly Uint8Array[]): Promise<void>;
  /** All of the pieces, one behind the other; null where nothing is there, or not all of it. */
  load(session: SessionId, command: string): Promise<Uint8Array | null>;
  /** May be called twice. */
  drop(session: SessionId, command: string): Promise<void>;
  /** Drops those of all commands of a session. */
  clear(session: SessionId): Promise<void>;
}
