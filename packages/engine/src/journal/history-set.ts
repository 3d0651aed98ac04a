import type { ChangeSetId, ContentHash, EntryOf, IntentId, SessionId, TurnId } from '@rook/contract';

/** One change set of the workspace, as its last entry tells it. */
export interface HistorySet {
  readonly id: ChangeSetId;
  readonly session: SessionId;
  readonly turn: TurnId | null;
  readonly timestamp: string;
  readonly kind: EntryOf<'change_set_applied'>['kind'];
  readonly intent: IntentId | null;
  /** Null where nobody wrote it down. */
  readonly by: 'assistant' | 'user' | null;
  readonly costUsd: number | null;
  readonly isApplied: boolean;
  /** False for one that was not applied, came with an import, or whose paths lost a secret. */
  readonly isRewindable: boolean;
  /** Of one that was applied, those files that were. */
  readonly files: readonly HistoryFile[];
  readonly madeFolders: readonly string[];
  readonly undoes: readonly UndoneSet[];
  /** By a command whose process died: what changed until somebody looked at a later start, whoever did it. */
  readonly isFoundLater?: true;
  /** Only the ledger tells of it: its journal is not here. */
  readonly ledger?: { readonly model: string | null };
}

export type Unkept = NonNullable<EntryOf<'change_set_applied'>['files'][number]['unkept']>;

export interface HistoryFile {
  readonly path: string;
  /** Where it was before; the same path unless it was renamed. */
  readonly from: string;
  readonly before: ContentHash | null;
  /** It was a symbolic link. */
  readonly wasLink?: true;
  /** The permissions that it had; left out where nobody knows them. */
  readonly beforeMode?: number;
  readonly after: ContentHash | null;
  /** It is a symbolic link since. */
  readonly isLink?: true;
  /** The permissions that it got; left out where they stayed. */
  readonly afterMode?: number;
  /** Of a file that was made read-only: its permissions. */
  readonly madeMode?: number;
  /** Why bytes that a rewind needs were not kept when a command changed it; left out where all were. */
  readonly unkept?: Unkept;
  readonly added: number;
  readonly removed: number;
  readonly hunks: EntryOf<'change_set_applied'>['files'][number]['hunks'];
}

/** Whether nothing of it was changed but its permissions. Then its content counts for nothing, and may not be kept. */
export function isPermissionsOnly({
  path,
  from,
  before,
  after,
  afterMode,
}: Pick<HistoryFile, 'path' | 'from' | 'before' | 'after' | 'afterMode'>): boolean {
  return afterMode !== undefined && path === from && before === after;
}

/** Those of which not only the permissions were changed. */
export function contentsOf({ files }: Pick<HistorySet, 'files'>): readonly HistoryFile[] {
  return files.some(isPermissionsOnly) ? files.filter((file) => !isPermissionsOnly(file)) : files;
}

export interface UndoneSet {
  readonly session: SessionId;
  readonly id: ChangeSetId;
  readonly paths: readonly string[];
  /** Those that were undone by hand before, so that nothing was written. */
  readonly already: readonly string[];
}

/** Whether the link itself counts there, and not what it leads to. */
export function concernsLink({ wasLink, isLink }: Pick<HistoryFile, 'wasLink' | 'isLink'>): boolean {
  return wasLink === true || isLink === true;
}
