import type { ContentHash, Result, SessionId } from '@rook/contract';

/** Sessions as lines of bytes, and bytes by their hash. The engine decides what a line says. */
export interface Store {
  /** Takes the session for writing and makes its file when there is none. `session_in_use` names the holder. */
  open(session: SessionId, holder: HolderNote): Promise<Result<SessionWriter>>;
  /** The lines of the file in order, many at a time; nothing is left out, whatever it is. */
  read(session: SessionId): AsyncIterable<Result<readonly Line[]>>;
  /** Newest first. A file whose name is no session id is not a session. */
  list(): Promise<Result<readonly StoredSession[]>>;
  /** Tries whether a session could be written here, by writing and removing a file. */
  checkWritable(): Promise<Result<void>>;
  /** Who writes to the session now, or null. */
  holder(session: SessionId): Promise<Result<Holder | null>>;
  readonly blobs: Blobs;
  readonly anchors: Anchors;
  readonly documents: Documents;
}

/** One line as it lies in the file, without its line break. */
export interface Line {
  readonly bytes: Uint8Array;
  /** False for what follows the last line break: a line that was never finished. */
  readonly finished: boolean;
}

export interface SessionWriter {
  /**
   * Adds the bytes at the end. Succeeds only after all of them were written to the file that others see;
   * `durable` waits until they are on the disk. After a failure anything up to all of them may be there:
   * read the file again before writing more.
   */
  append(bytes: Uint8Array, durable: boolean): Promise<Result<void>>;
  /** Opens the file anew, and makes it when it is gone. The lock stays held. */
  reopen(): Promise<Result<void>>;
  /** Gives the session free for others; may be called twice. */
  close(): Promise<void>;
}

/** What a holder tells about itself. */
export interface HolderNote {
  readonly surface: string;
  /** Where others send commands for the session; left out by a surface that takes none. */
  readonly endpoint?: string;
}

export interface Holder extends HolderNote {
  readonly pid: number;
  readonly started: string;
}

export interface StoredSession {
  readonly id: SessionId;
  readonly bytes: number;
  readonly changed: Date;
  /** Where it lies, for a person. */
  readonly path: string;
}

export interface Blobs {
  /** Keeps the bytes; when this succeeded they may be named. Keeping the same bytes twice is harmless. */
  put(bytes: Uint8Array): Promise<Result<ContentHash>>;
  /** The bytes, checked against their hash; null when they were never kept or were pruned. */
  get(hash: ContentHash): Promise<Result<Uint8Array | null>>;
}

/** What the end of a session was, kept outside the workspace so that cutting the file shows. */
export interface Anchors {
  get(session: SessionId): Promise<Result<Anchor | null>>;
  set(session: SessionId, anchor: Anchor): Promise<Result<void>>;
}

export interface Anchor {
  readonly seq: number;
  /** SHA-256 of the line with that `seq`, in hex. */
  readonly hash: string;
}

/** Texts beside a session that can be made anew from it at any time. */
export interface Documents {
  get(session: SessionId, name: string): Promise<Result<string | null>>;
  put(session: SessionId, name: string, text: string): Promise<Result<void>>;
}
