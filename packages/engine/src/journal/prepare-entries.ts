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

export interface EntryWriter {
  /** At once, unless a field may be so long that it has to go to the blob store first. */
  prepare(drafts: readonly EntryDraft[], blobs: Blobs): PreparedEntry[] | Promise<PreparedEntry[]>;
  /** An entry of the journal's own, which needs neither limit nor redaction. */
  readonly write: (type: string, fields: Fields) => PreparedEntry;
}

export function createEntryWriter(setting: LineSetting, clock: Clock, session: SessionId): EntryWriter {
  const same = { workspace: setting.workspace, session_id: session, mode: setting.mode };
  /** The part that is the same in every line, written once. */
  const sameText = JSON.stringify(same).slice(1, -1);

  /** `own` is the text of the fields. */
  function place(type: string, given: Fields, own: string): PreparedEntry {
    const now = clock.now();
    const id = createEntryId(now);
    const timestamp = now.toISOString();
    const head = `{"schema_version":${SCHEMA_VERSION},"event_id":"${id}","event_type":"${type}","timestamp":"${timestamp}",${sameText}`;
    return {
      fields: {
        schema_version: SCHEMA_VERSION,
        event_id: id,
        event_type: type,
        timestamp,
        ...same,
        ...given,
        // Their places; what they say comes with the chain.
        seq: 0,
        prev: '',
      },
      text: own === '{}' ? `${head}}` : `${head},${own.slice(1)}`,
    };
  }

  const write = (type: string, given: Fields): PreparedEntry => place(type, given, JSON.stringify(given));

  /** The entry as it is, which most are: without a secret, and with no field too long or impossible to write. */
  function writeClean({ event_type: type, ...rest }: EntryDraft): PreparedEntry | undefined {
    try {
      const own = JSON.stringify(rest);
      return isSmall(own) && !setting.redactor.mayHold(own) ? place(type, rest, own) : undefined;
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
      const clean = drafts.map(writeClean);
      const ready = clean.flatMap((entry) => entry ?? []);
      if (ready.length === drafts.length) return ready;
      return Promise.all(drafts.map(async (draft, index) => clean[index] ?? writeLimited(draft, blobs)));
    },
  };
}
