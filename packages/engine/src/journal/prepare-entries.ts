import { SCHEMA_VERSION, type EntryBase, type EntryDraft, type SessionId } from '@rook/contract';

import type { Clock } from '../ports/clock.ts';
import type { Blobs } from '../ports/store.ts';
import { createEntryId } from './create-ids.ts';
import { asFields, cutUnwritable, isSmall, limitFields } from './limit-fields.ts';
import type { Redactor } from './redact-secrets.ts';

/** What every line of a session says about where it was written. */
export interface LineSetting {
  readonly workspace: EntryBase['workspace'];
  readonly mode: EntryBase['mode'];
  readonly redactor: Redactor;
  /** The draft with which the session begins, to begin it again when its file is taken away. */
  readonly start?: EntryDraft;
}

/** An entry with its id and time, small enough and without secrets; its place in the chain comes last. */
export interface PreparedEntry {
  /** The entry itself; the chain fills in `seq` and `prev`. */
  readonly fields: PlacedFields;
  /** The line, but for its place in the chain. */
  readonly text: string;
}

interface PlacedFields extends Pick<EntryBase, BaseName> {
  readonly [field: string]: unknown;
}

type BaseName =
  | 'schema_version'
  | 'event_id'
  | 'event_type'
  | 'timestamp'
  | 'workspace'
  | 'session_id'
  | 'mode';
type Fields = Readonly<Record<string, unknown>>;
type TypedFields = Fields & { readonly event_type: string };

export interface EntryWriter {
  /** At once, unless a field may be so long that it has to go to the blob store first. */
  prepare(drafts: readonly EntryDraft[], blobs: Blobs): PreparedEntry[] | Promise<PreparedEntry[]>;
  /** An entry of the journal's own, which needs neither limit nor redaction. */
  readonly write: (type: string, fields: Fields) => PreparedEntry;
}

export function createEntryWriter(setting: LineSetting, clock: Clock, session: SessionId): EntryWriter {
  /** The part that is the same in every line, written once. */
  const sameText = JSON.stringify({
    workspace: setting.workspace,
    session_id: session,
    mode: setting.mode,
  }).slice(1, -1);

  /** `own` is the text of the draft. */
  function place(draft: TypedFields, own: string): PreparedEntry {
    const now = clock.now();
    const id = createEntryId(now);
    const timestamp = now.toISOString();
    return {
      fields: {
        schema_version: SCHEMA_VERSION,
        event_id: id,
        timestamp,
        workspace: setting.workspace,
        session_id: session,
        mode: setting.mode,
        // Their places; what they say comes with the chain.
        seq: 0,
        prev: '',
        ...draft,
      },
      text: `{"schema_version":${SCHEMA_VERSION},"event_id":"${id}","timestamp":"${timestamp}",${sameText},${own.slice(1)}`,
    };
  }

  const write = (type: string, given: Fields): PreparedEntry => {
    const draft = { event_type: type, ...given };
    return place(draft, JSON.stringify(draft));
  };

  /** The entry as it is, which most are: without a secret, and with no field too long or impossible to write. */
  function writeClean(draft: EntryDraft): PreparedEntry | undefined {
    try {
      const own = JSON.stringify(draft);
      return isSmall(own) && !setting.redactor.mayHold(own) ? place(draft, own) : undefined;
    } catch {
      return undefined;
    }
  }

  /** Secrets go first, so that neither the line nor the blob of a long field ever holds one. */
  async function writeLimited(
    { event_type: type, ...rest }: EntryDraft,
    blobs: Blobs,
  ): Promise<PreparedEntry> {
    const { value, found } = setting.redactor.redactValue(rest);
    const limited = await limitFields(type, found.length === 0 ? rest : asFields(value), blobs);
    try {
      return write(type, limited);
    } catch {
      return write(type, await cutUnwritable(limited, blobs));
    }
  }

  return {
    write,
    prepare: (drafts, blobs) => {
      const ready: PreparedEntry[] = [];
      for (const draft of drafts) {
        const entry = writeClean(draft);
        if (entry === undefined) break;
        ready.push(entry);
      }
      if (ready.length === drafts.length) return ready;
      return Promise.all(
        drafts.map(async (draft, index) => ready[index] ?? writeClean(draft) ?? writeLimited(draft, blobs)),
      );
    },
  };
}
