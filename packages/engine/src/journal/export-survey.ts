import { FIRST_PREV, succeed, type ContentHash, type Result, type SessionId } from '@rook/contract';

import type { Store } from '../ports/store.ts';
import { createChainCheck, type Verification } from './check-chain.ts';
import { namedBlobs } from './export-blobs.ts';
import { cleanEntry, type CleanEntry } from './export-entry.ts';
import { createFactsFold, type SessionFacts } from './export-facts.ts';
import { createMessageFold } from './export-messages.ts';
import { readJournal, type JournalLine } from './read-journal.ts';
import type { Redactor } from './redact-secrets.ts';
import { holdsRedactionMark } from './redaction-mark.ts';

/** An entry out of which an export took secrets. */
interface RedactedEntry {
  readonly seq: number;
  readonly count: number;
  readonly rules: readonly string[];
}

/** What an export has to say before its first entry: all of a session but its texts. */
export interface SessionSurvey {
  readonly id: SessionId;
  readonly lines: number;
  /** The hash of the last line. */
  readonly head: string;
  readonly verification: Verification;
  readonly redacted: readonly RedactedEntry[];
  /** How many secrets each rule took out. */
  readonly rules: ReadonlyMap<string, number>;
  readonly marked: readonly number[];
  readonly unreadable: readonly { readonly line: number; readonly bytes: number; readonly sha256: string }[];
  readonly blobs: readonly ContentHash[];
  readonly messages: number;
  readonly facts: SessionFacts;
}

export interface SurveySetup {
  readonly store: Store;
  readonly session: SessionId;
  readonly redactor: Redactor;
}

/** Reads a session once and keeps none of its texts. */
export async function surveySession(setup: SurveySetup): Promise<Result<SessionSurvey>> {
  const { store, session, redactor } = setup;
  const anchor = await store.anchors.get(session);
  const check = createChainCheck(session, anchor.ok ? anchor.value : null);
  const draft = createDraft();
  for await (const batch of readJournal(store, session)) {
    if (!batch.ok) return batch;
    for (const line of batch.value) {
      check.add(line);
      addLine(draft, line, exportable(line, redactor));
    }
  }
  // An anchor that cannot be read proves nothing, and must not keep a person from their data.
  const verified = check.end();
  const verification = anchor.ok ? verified : { ...verified, ok: false, reason: 'anchor_damaged' };
  const { lines, head, redacted, rules, marked, unreadable, messageCount } = draft;
  return succeed({
    id: session,
    lines,
    head,
    verification,
    redacted,
    rules,
    marked,
    unreadable,
    blobs: [...draft.blobs],
    messages: messageCount,
    facts: draft.facts.facts(),
  });
}

/** The entry of a line without secrets; undefined for a line that cannot be exported. */
export function exportable(line: JournalLine, redactor: Redactor): CleanEntry | undefined {
  const { read, finished } = line;
  return read.kind === 'unreadable' || !finished ? undefined : cleanEntry(read, redactor);
}

type Draft = ReturnType<typeof createDraft>;

function createDraft() {
  return {
    lines: 0,
    head: FIRST_PREV,
    redacted: new Array<RedactedEntry>(),
    rules: new Map<string, number>(),
    marked: new Array<number>(),
    unreadable: new Array<SessionSurvey['unreadable'][number]>(),
    blobs: new Set<ContentHash>(),
    facts: createFactsFold(),
    messages: createMessageFold(),
    messageCount: 0,
  };
}

function addLine(draft: Draft, line: JournalLine, clean: CleanEntry | undefined): void {
  draft.lines = line.number;
  draft.head = line.hash;
  if (clean === undefined) {
    draft.unreadable.push({ line: line.number, bytes: line.bytes, sha256: line.hash });
    return;
  }
  const { seq } = clean.read.entry;
  if (clean.found.size > 0) {
    const count = [...clean.found.values()].reduce((sum, one) => sum + one, 0);
    draft.redacted.push({ seq, count, rules: [...clean.found.keys()] });
    for (const [rule, many] of clean.found) draft.rules.set(rule, (draft.rules.get(rule) ?? 0) + many);
  }
  if (holdsRedactionMark(clean.text)) draft.marked.push(seq);
  for (const blob of namedBlobs(clean.text)) draft.blobs.add(blob);
  draft.messageCount += draft.messages.add(clean.read).length;
  draft.facts.add(clean.read);
}
