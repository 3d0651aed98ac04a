import type { EntryBase, EntryDraft, EntryId, Result } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import type { Redactor } from './redact-secrets.ts';

/** What every line of a session says about where it was written. */
export interface LineSetting {
  readonly workspace: EntryBase['workspace'];
  readonly mode: EntryBase['mode'];
  /** What holds now in place of that of \`mode\`; null: nothing else. */
  readonly safety?: () => EntryBase['mode']['safety'] | null;
  readonly redactor: Redactor;
  /** The draft with which the session begins, to begin it again when its file is taken away. */
  readonly start?: EntryDraft;
}

/** An entry with its id and time, small enough and without secrets; its place in the chain comes last. */
export interface PreparedEntry {
  readonly id: EntryId;
  readonly timestamp: string;
  readonly mode: EntryBase['mode'];
  readonly draft: TypedFields;
  /** The line up to its place in the chain. */
  readonly text: string;
}

export type Fields = Readonly<Record<string, unknown>>;
export type TypedFields = Fields & { readonly event_type: string };

export interface EntryWriter {
  /**
   * At once, unless a field may be so long that it has to go to the blob store first. Fails when bytes that an
   * entry would name could not be kept.
   */
  prepare(drafts: readonly EntryDraft[], blobs: Blobs): PreparedEntry[] | Promise<Result<PreparedEntry[]>>;
  /** An entry of the journal's own, which needs neither limit nor redaction. */
  readonly write: (type: string, fields: Fields) => PreparedEntry;
  /** The entry with which the session began, once more; without secrets, as the first time. */
  readonly rewrite: (draft: EntryDraft) => PreparedEntry;
  /** The entry as its line says it, at its place in the chain. */
  readonly place: (prepared: PreparedEntry, seq: number, prev: string) => EntryBase;
}
