import { succeed, type EntryDraft, type Result } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';
import { asFields, limitFields, plainFields } from './limit-fields.ts';
import type { EntryWriter, PreparedEntry } from './prepared-entry.ts';
import type { Redactor } from './redact-secrets.ts';

interface SlowSetup extends Pick<EntryWriter, 'write'> {
  readonly blobs: Blobs;
  readonly redactor: Redactor;
  readonly writeClean: (draft: EntryDraft) => PreparedEntry | undefined;
}

/** The way of drafts of which at least one may hold a secret, is very long, or cannot be written as it is. */
export async function prepareSlowly(
  drafts: readonly EntryDraft[],
  setup: SlowSetup,
): Promise<Result<PreparedEntry[]>> {
  const all: PreparedEntry[] = [];
  for (const draft of drafts) {
    const clean = setup.writeClean(draft);
    const entry = clean === undefined ? await writeLimited(draft, setup) : succeed(clean);
    if (!entry.ok) return entry;
    all.push(entry.value);
  }
  return succeed(all);
}

/** Secrets go first, so that neither the line nor the blob of a long field ever holds one. */
async function writeLimited(draft: EntryDraft, setup: SlowSetup): Promise<Result<PreparedEntry>> {
  const { blobs, redactor, write } = setup;
  const redacted = new Map<string, unknown>();
  // Field by field, so that one that cannot be read does not take the others with it.
  for (const [name, value] of await plainFields(draft, blobs)) {
    const after = asFields(redactor.redactValue({ [name]: value }).value);
    // What the redactor did not give back is left out, never written as it was.
    if (Object.hasOwn(after, name)) redacted.set(name, after[name]);
  }
  const limited = await limitFields(draft.event_type, Object.fromEntries(redacted), blobs);
  return limited.ok ? succeed(write(draft.event_type, limited.value)) : limited;
}
