import type { ContentHash, Result } from '@rook/contract';

/** The user's files. Paths are relative to the root, with `/`; none may lead out of it, links included. */
export interface Workspace {
  /** The absolute real path of the folder. */
  readonly root: string;
  read(path: string): Promise<Result<FileContent>>;
  /** What is in a folder, sorted by name; `''` is the root. */
  list(path: string): Promise<Result<readonly FolderItem[]>>;
  /**
   * Replaces the file as one step if it still has the content that is expected (null: that there is
   * none), and answers with the hash read back from disk. Otherwise nothing is written: `stale_file`.
   */
  write(path: string, bytes: Uint8Array, expected: ContentHash | null): Promise<Result<ContentHash>>;
  /** Removes the file if it still has the content that is expected. */
  remove(path: string, expected: ContentHash): Promise<Result<void>>;
}

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
}

export interface FolderItem {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}
