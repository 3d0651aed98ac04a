import type { ContentHash, Result, RookError } from '@rook/contract';

import type { FileStamp, FileTable } from './file-table.ts';

export type { FileStamp } from './file-table.ts';

/** The user's files. Paths are relative to the root, with `/`; none may lead out of it, links included. */
export interface Workspace {
  /** The absolute real path of the folder. */
  readonly root: string;
  /** Keeps aside what files hold, without a copy. */
  readonly clones: FileClones;
  /**
   * The absolute path of a git folder of our own that holds nothing and sets nothing: git that is started with it obeys no setting of
   * the workspace. At once; null where there is none.
   */
  emptyRepository(): string | null;
  /** Where a path really lies, after all links. A path that leads out is `outside_workspace`. */
  locate(path: string): Promise<Result<LocatedPath>>;
  /**
   * At once and cheap: another text for each content that a file has had, as far as the system tells without reading it;
   * null where nothing can be read. For what is kept in memory of a file, by its real path.
   */
  stamp(path: string): string | null;
  /**
   * Where the symbolic link at a path leads, as it is written there, found at once. Null where there is none, where the way to it goes
   * through another one, and where its text is none.
   */
  readLink(path: string): string | null;
  /** Which file or symbolic link lies at a path, itself, found at once; null where none is. */
  birthOf(path: string): FileBirth | null;
  /** The git repository that the workspace is in, or lies in, found at once; null where there is none. */
  repository(): Repository | null;
  /** `too_large` above the limit, before anything is read. */
  read(path: string, limits?: { readonly maxBytes?: number }): Promise<Result<FileContent>>;
  /**
   * Looks at every plain file and every symbolic link below the root without reading it. Links are not followed. `skips` says which of these folders are
   * left out with all that lies in them. Beyond so many files it stops, and is not `whole`.
   */
  survey(options: SurveyOptions): Promise<Result<Survey>>;
  /** What is in a folder, sorted by name; `''` is the root. */
  list(path: string): Promise<Result<readonly FolderItem[]>>;
  /**
   * Writes all of the changes or none. Each file is replaced only if it still has the content that is expected (null:
   * that there is none), otherwise `stale_file`. A file that is removed gives way to others that are made inside of its path, and a folder
   * to a file, where nothing is left in it but what this set removes: files of `changes`, and folders of `removeFolders`. Nothing of anybody is overwritten: what somebody saved while this ran is
   * put back, or goes to `keep` where its place is taken. A file keeps its mode, unless it shall get another one. Refused are two changes of one file, a
   * name that differs from another only in spelling, a file with a second name (a hard link) and a read-only one.
   * A process that dies on the way leaves each file as it was, as it shall be, or aside until `mend`. Before `permit` allows it
   * nothing is done but that new contents are made ready beside their places, in folders that are there.
   */
  apply(changes: readonly FileWrite[], options?: ApplyOptions): Promise<Result<AppliedWrites, ApplyFailure>>;
  /** Refuses what `apply` would refuse now, and writes nothing. */
  rehearse(
    changes: readonly FileWrite[],
    permissions?: readonly PermissionChange[],
    removeFolders?: readonly string[],
  ): Promise<Result<void, ApplyFailure>>;
  /**
   * Puts in order what a process that died during `apply` left beside these files, all of its set: what was moved aside comes back where
   * its place is free, and goes to `keep` where it is not. Only while nobody else applies.
   */
  mend(
    paths: readonly string[],
    keep: KeepBytes,
    options?: MendOptions,
  ): Promise<Result<readonly MendedFile[]>>;
}

export interface SurveyOptions {
  /** Is also told the files that were seen so far; those beside these folders are among them. */
  readonly skips: (
    folders: readonly string[],
    files: Pick<FileTable, 'get' | 'has'>,
  ) => Promise<ReadonlySet<string>>;
  /**
   * Another one wherever `skips` may answer otherwise, but for what a file `.gitignore` says that is among the files seen: a folder that
   * was looked at under the same key need not be asked about again, while those files are the same.
   */
  readonly rules?: string;
  /** Folders that are looked at, whatever `skips` says. */
  readonly counts?: (folder: string) => boolean;
  readonly mostFiles: number;
  /** What was seen is worth keeping for the next process. */
  readonly keeps?: boolean;
  readonly notes?: Notes;
  /**
   * Whoever made the notes looks at the files at the same time, and says afterwards which are other than he noted. What a file was at an
   * earlier look, and is noted so, it is still, unless he says otherwise; it is not looked at. Called as soon as it is known that nothing
   * can be had from an earlier look: then nobody else need look.
   */
  readonly vouchedUnless?: () => void;
  /** Nobody waits for it: all else of the process goes first, and when this is aborted it stops, and is not `whole`. */
  readonly idle?: AbortSignal;
}

/** What stays with a file when it is moved. */
export interface FileBirth {
  readonly inode: number;
  /** When it was made, in milliseconds; where the system does not tell, some time after that. */
  readonly born: number;
  /** How many names it has, in whatever folders. */
  readonly names: number;
}

/** A git repository of the same user, with its work tree. */
export interface Repository {
  /** The absolute path of its git folder; that of a work tree where it has several. */
  readonly folder: string;
  /** The absolute path of its work tree. */
  readonly top: string;
  /** Where the workspace lies in it, with a slash at the end; `''`: the workspace is the work tree. */
  readonly prefix: string;
  /** What the system tells of its index; null where there is none. */
  lookAtIndex(): FileStamp | null;
  /** With when it was written; null where it cannot be read. */
  readIndex(maxBytes: number): Promise<{ readonly bytes: Uint8Array; readonly written: number } | null>;
  /** Files with attributes that hold for the workspace and do not lie in it. */
  attributes(): readonly OuterAttributes[];
}

export interface OuterAttributes {
  /** Another one for each content that there has been. */
  readonly key: string;
  /** The names on the way from where they hold to the workspace. */
  readonly way: readonly string[];
  /** Null where they cannot be read. */
  read(): Promise<string | null>;
}

/** What somebody else noted of files when he last looked at them. */
export interface Notes {
  /** Another one for what he notes at another time: what he is known to have noted under the same key need not be asked again. */
  readonly key: string;
  /** Null where not all of it can be known. */
  load(): Promise<NotedFiles | null>;
  /** What all of this is read from: whoever keeps it can ask later what is noted otherwise. Null where it is not known for certain. */
  source(): Promise<Uint8Array | null>;
  /** The paths of which something else is noted than in that earlier source; null where that cannot be said. */
  otherThan(source: Uint8Array): Promise<readonly string[] | null>;
}

export interface NotedFiles {
  /** Whether he noted of a file what the numbers at this place tell. Asked in the order of the names it answers fastest. */
  inFolder(folder: string): (name: string, numbers: Float64Array, at: number) => boolean;
}

/** Bytes that may be lost, and may be anything when they are read: nothing but speed depends on them. */
export interface KeptBytes {
  /** Null where there are none, and where they cannot be read. */
  read(): Promise<Uint8Array | null>;
  /** Where they cannot be written, they are not. */
  write(bytes: Uint8Array): Promise<void>;
}

/** What files hold now, kept by the file system itself: nothing is copied until one of the two is written to (a reflink). */
export interface FileClones {
  /** Whether the file system can. It is asked once; where it cannot, nothing is tried again. */
  isPossible(): Promise<boolean>;
  /**
   * Clones these files. Left out is what had another stamp before it was cloned or after that, and what cannot be cloned. All of
   * them go with this process, unless it is killed.
   */
  take(
    files: readonly (readonly [path: string, stamp: FileStamp])[],
  ): Promise<ReadonlyMap<string, FileClone>>;
  /** One of a process that was killed; what is not there holds nothing. Null for what is no name of a clone. */
  find(name: string): FileClone | null;
  /** Removes what processes that were killed left. */
  removeLeft(): Promise<void>;
}

export interface FileClone {
  /** By which another process finds it while it is there. */
  readonly name: string;
  /** What the file held; null where the clone is gone, or somebody wrote into it. */
  read(): Promise<Uint8Array | null>;
  /** May be called twice. */
  remove(): Promise<void>;
}

export interface Survey {
  readonly files: FileTable;
  /** One of which the files have no names is closed to us: what lies in it is not known. */
  readonly folders: ReadonlySet<string>;
  /** The folders that were left out, and not what lies in them. */
  readonly left: ReadonlySet<string>;
  /** Looks at these files too, which lie in folders that were left out; those that are there are among the files then. */
  add(paths: readonly string[]): void;
  readonly isWhole: boolean;
  /** Null: all of it was seen, and nothing is vouched for. */
  readonly vouched: VouchedFiles | null;
}

/** What a survey has from an earlier look, and may say nothing of before it is confirmed. */
export interface VouchedFiles {
  readonly count: number;
  /** Looks at these, because somebody says that they are other than he noted; answers with those that are other than the survey says. */
  confirm(other: Iterable<string>): Promise<readonly string[]>;
}

export interface FileWrite {
  readonly path: string;
  /** The content that is there now; null: none. */
  readonly expected: ContentHash | null;
  /** The content that shall be there; null: none. */
  readonly bytes: Uint8Array | null;
  /** The path of another change of the set whose mode a file that is made takes over, as a renamed one does. */
  readonly modeFrom?: string;
  /** The permissions of a file that is made, where no other file gives them; with `expectedMode` also those of one that is there. */
  readonly mode?: number;
  /** Of a file that is there and shall get `mode`: the permissions that it has now. Where it has others, `stale_file`. */
  readonly expectedMode?: number;
  /** What is there now is a symbolic link, and is meant itself, not what it leads to; `expected` is the hash of what `linkContent` makes of it. */
  readonly expectsLink?: true;
  /** What shall be there is a symbolic link; `bytes` are what `linkContent` makes of it. It may lead anywhere: nothing is written through it. */
  readonly makesLink?: true;
  /** It was there before: it is made also beside a name that differs only in how it is spelled, where the disk tells the two apart. */
  readonly comesBack?: true;
}

/** Other permissions for a plain file that is there and stays the same one, whatever it holds. A read-only one gets them too. */
export interface PermissionChange {
  readonly path: string;
  /** The permissions that it has now. Where it has others, or is gone, `stale_file`. */
  readonly expectedMode: number;
  readonly mode: number;
}

export interface ApplyOptions {
  /**
   * Asked once, while new contents are on their way to the disk, so that they and what it waits for are waited for together. No
   * file is touched and no folder made before it allows that; its failure is the answer, and nothing is left beside the files.
   */
  readonly permit?: () => Promise<Result<void, ApplyFailure>>;
  /** Takes what somebody saved meanwhile and what cannot be put back. Left out: it stays beside the file. */
  readonly keep?: KeepBytes;
  /** A part of the set like the changes: given after what is written and before anything is removed. Of a path that is not changed. */
  readonly permissions?: readonly PermissionChange[];
  /** Folders to remove afterwards, if nothing is in them; those that are in the way of a file that is made go before it. */
  readonly removeFolders?: readonly string[];
  /** An editor that has a file open may save it as it saves for a person, formatted; left out, every byte is as it was given. */
  readonly mayFormat?: boolean;
}

/** Keeps bytes for good before their file is removed. */
export type KeepBytes = (path: string, bytes: Uint8Array) => Promise<Result<ContentHash>>;

export interface AppliedWrites {
  /** In the order of the changes. */
  readonly files: readonly AppliedFile[];
  /** Folders that were made on the way, outer ones first. */
  readonly madeFolders: readonly string[];
  /** What somebody wrote into an old file after it was compared for the last time. */
  readonly displaced: readonly DisplacedFile[];
}

export interface AppliedFile {
  readonly path: string;
  /** Read back from the disk; null for a file that was removed. */
  readonly hash: ContentHash | null;
  /** Somebody has put something else there since; it was left. */
  readonly isOverwritten: boolean;
  /** What an editor made of the content on saving, where that is something else; the hash is of this. */
  readonly saved?: Uint8Array;
}

export interface ApplyFailure extends RookError {
  /** The change that failed; null where it was none of them in particular. */
  readonly path: string | null;
  /** Whether all is as before. False: some files could not be put back, and `mend` has to try again. */
  readonly isUndone: boolean;
  readonly displaced: readonly DisplacedFile[];
}

/** What somebody saved while the changes were written, and what has no place any more. */
export interface DisplacedFile {
  readonly path: string;
  /** Under which it was kept; null: it lies beside the file, in one whose name begins with `.rook-`. */
  readonly hash: ContentHash | null;
}

export interface MendOptions {
  /**
   * What the files held before the set that is looked after. Then the paths come as `apply` took them, so that it is known what
   * somebody deleted after it had been written; that goes to `keep`. New contents that lie beside stay, as the only sign of how far
   * it came, until they are mended without this.
   */
  readonly before?: ReadonlyMap<string, ContentHash>;
  /** Of the paths: where the set puts or takes away a symbolic link. Elsewhere a link that lies beside is somebody's own, and stays. */
  readonly links?: ReadonlySet<string>;
}

export interface MendedFile {
  readonly path: string;
  /** `deleted`: it was written, and somebody deleted it since. `beside`: only its new content lay beside it. */
  readonly how: 'put_back' | 'kept' | 'deleted' | 'beside';
  readonly hash: ContentHash | null;
  /** Whether the new content is known to have had its place. */
  readonly wasPlaced: boolean;
}

export interface LocatedPath {
  /** The real path, relative to the root; `''` is the root. Of what is not there: where it would be made. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other' | 'missing';
  /** Of a file. */
  readonly bytes: number | null;
  /** Of a file: its permissions, as in 0o644; left out where the system has none. */
  readonly mode?: number;
  /** Of a file: how many names it has, in whatever folders; left out where nobody knows. */
  readonly names?: number;
}

export interface FileContent {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
  /** Its permissions, as in 0o644; left out where the system has none. */
  readonly mode?: number;
  /** When it was last written, in milliseconds; left out where nobody knows. */
  readonly modified?: number;
}

export interface FolderItem {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}
