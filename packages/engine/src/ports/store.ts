import type { ContentHash, Result, SessionId } from '@rook/contract';

import type { BlobDraft } from './blob-draft.ts';
import type { KeptLooks } from './kept-looks.ts';
import type { KeptOutputs } from './kept-outputs.ts';

/** Sessions as lines of bytes, and bytes by their hash. The engine decides what a line says. */
export interface Store {
  /** Takes the session for writing and makes its file when there is none. `session_in_use` names the holder. */
  open(session: SessionId, holder: HolderNote): Promise<Result<SessionWriter>>;
  /**
   * Puts a whole session into its place as one step: all of the chunks, on the disk, or nothing. `exists` when it is
   * there already. A chunk that is a failure ends it with that failure.
   */
  place(session: SessionId, chunks: AsyncIterable<Result<Uint8Array>>): Promise<Result<void>>;
  /**
   * The lines of the file in order, many at a time; nothing is left out, whatever it is. `from` is a byte, for who knows all
   * before it: where it is not the beginning of a line, the first one comes without its beginning.
   */
  read(session: SessionId, from?: number): AsyncIterable<Result<readonly Line[]>>;
  /** Newest first. A file whose name is no session id is not a session. */
  list(): Promise<Result<readonly StoredSession[]>>;
  /** Tries whether a session could be written here, by writing and removing a file. */
  checkWritable(): Promise<Result<void>>;
  /** Who writes to the session now, or null. */
  holder(session: SessionId): Promise<Result<Holder | null>>;
  /**
   * Takes the session out of the list with all that lies beside it; the anchor stays. A process that dies on the
   * way leaves it in the list or in the trash, and nothing of it is lost.
   */
  trash(session: SessionId, holder: HolderNote): Promise<Result<void>>;
  /** Brings a session back from the trash as it was; `exists` where one of that id is there again. */
  restore(session: SessionId, holder: HolderNote): Promise<Result<void>>;
  /** What is in the trash, deleted last first; `changed` says when. */
  listTrash(): Promise<Result<readonly StoredSession[]>>;
  /** The lines of a session in the trash. */
  readTrash(session: SessionId): AsyncIterable<Result<readonly Line[]>>;
  /**
   * Removes for good all that is kept under the id, in the list and in the trash, with the blobs that no other
   * session names. A blob that somebody might be about to name stays. With `dryRun` it only says what would go.
   */
  purge(
    session: SessionId,
    holder: HolderNote,
    options?: { readonly dryRun?: boolean },
  ): Promise<Result<Purge>>;
  /**
   * Runs the work while nobody else changes the files of this workspace: one at a time over all sessions and processes. A
   * process that dies lets the next one in. Waits half a minute unless told otherwise, then `busy`. Does not nest.
   */
  changing<Value>(
    work: (mark: ChangeMark) => Promise<Result<Value>>,
    wait?: ChangeWait,
  ): Promise<Result<Value>>;
  /**
   * The sessions that were changing files when their process died or that left something open; also one that changes files just
   * now. Each is named until somebody says that it is settled.
   */
  leftChanging(): Promise<Result<readonly SessionId[]>>;
  readonly blobs: Blobs;
  readonly anchors: Anchors;
  readonly documents: Documents;
  readonly looks: KeptLooks;
  readonly outputs: KeptOutputs;
}

/** What the work says of its session; unsaid, what was remembered before it stays so, and nothing else. */
export interface ChangeMark {
  /** Settles when the session is remembered on the disk; nothing is changed before. It is waited for beside other waits. */
  noted(): Promise<Result<void>>;
  /** Something stands in the middle, and has to be looked after. */
  leaveOpen(): void;
  /** Nothing of the session is open any more. */
  settle(): void;
}

export interface ChangeWait {
  /** The session that changes; it is remembered until the work is over, and longer if that leaves something open. */
  readonly session?: SessionId;
  readonly milliseconds?: number;
  readonly signal?: AbortSignal;
}

/** One line as it lies in the file, without its line break. */
export interface Line {
  readonly bytes: Uint8Array;
  /** False for what follows the last line break: a line that was never finished. */
  readonly finished: boolean;
  /** Of a line that is too long to be held, `bytes` is the beginning, and this is said about all of it. */
  readonly whole?: {
    readonly bytes: number;
    /** In hex. */
    readonly sha256: string;
  };
}

export interface SessionWriter {
  /**
   * Adds the bytes at the end. Succeeds only after all of them were written to the file that others see;
   * `durable` waits until they are on the disk. After a failure anything up to all of them may be there:
   * open the file anew and read it before writing more.
   */
  append(bytes: Uint8Array, durable: boolean): Promise<Result<void>>;
  /**
   * Opens the file anew, and makes it when it is gone. The lock stays held. When bytes could not be forced to
   * the disk, it succeeds only once all that can be read is there.
   */
  reopen(): Promise<Result<void>>;
  /** Gives the session free for others; may be called twice. */
  close(): Promise<void>;
}

/** What a holder tells about itself. */
export interface HolderNote {
  readonly surface: string;
  /**
   * Where others send commands for the session: a socket of this machine, `http://127.0.0.1:…` or
   * `http://[::1]:…`. Left out by a surface that takes none; any other is not passed on.
   */
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

/** What a purge removed, or would remove. */
export interface Purge {
  readonly parts: readonly PurgedPart[];
  /** How many blobs of the session stay because others name them, or might be about to. */
  readonly keptBlobs: number;
}

export interface PurgedPart {
  readonly kind: 'journal' | 'document' | 'blob' | 'anchor' | 'log' | 'lock' | 'index';
  /** Where it lies, for a person. */
  readonly path: string;
  readonly bytes: number;
}

export interface Blobs {
  /** Keeps the bytes; when this succeeded they may be named. Keeping the same bytes twice is harmless. */
  put(bytes: Uint8Array): Promise<Result<ContentHash>>;
  /** The same for several that are needed at once, with as few waits for the disk as it takes. */
  putAll(contents: readonly Uint8Array[]): Promise<Result<void>>;
  /** Begins to keep bytes that come piece by piece: however many they become, few of them are in memory. */
  begin(): Promise<Result<BlobDraft>>;
  /** The bytes, checked against their hash; null when they were never kept or were pruned. */
  get(hash: ContentHash): Promise<Result<Uint8Array | null>>;
  /**
   * The same piece by piece, few of them in memory at a time. The last piece is a failure where they are not what their hash says; whoever
   * stops before it has bytes that nobody checked.
   */
  read(hash: ContentHash): Promise<Result<AsyncIterable<Result<Uint8Array>> | null>>;
  /** All that is kept, in no order. */
  list(): Promise<Result<readonly KeptBlob[]>>;
  /**
   * Lets go of these for good, but of none that somebody kept at or after `untouchedSince`, who may be about to name it. Answers
   * with those that went.
   */
  remove(hashes: readonly ContentHash[], untouchedSince: Date): Promise<Result<readonly ContentHash[]>>;
}

export interface KeptBlob {
  readonly hash: ContentHash;
  /** The room that it takes. */
  readonly bytes: number;
}

/**
 * What the end of a session was, kept outside the workspace so that cutting the file shows. Where a workspace
 * can be copied or moved, each copy has its own, and a moved one keeps what it had.
 */
export interface Anchors {
  get(session: SessionId): Promise<Result<Anchor | null>>;
  set(session: SessionId, anchor: Anchor): Promise<Result<void>>;
  /** The sessions that have one for this place. */
  list(): Promise<Result<readonly SessionId[]>>;
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
