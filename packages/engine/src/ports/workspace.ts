import type { ContentHash, Result } from '@rook/contract';

/** The user's files. Paths are relative to the root, with `/`; none may lead out of it, links included. */
export interface Workspace {
  /** The absolute real path of the folder. */
  readonly root: string;
  /** Where a path really lies, after all links. A path that leads out is `outside_workspace`. */
  locate(path: string): Promise<Result<LocatedPath>>;
  /** `too_large` above the limit, before anything is read. */
  read(path: string, limits?: { readonly maxBytes?: number }): Promise<Result<FileContent>>;
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

export interface LocatedPath {
  /** The real path, relative to the root; `''` is the root. Of what is not there: where it would be made. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other' | 'missing';
  /** Of a file. */
  readonly bytes: number | null;
}

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
}

export interface FolderItem {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}
