import { readWritten, type Entry, type EntryBase } from '@rook/contract';

import { closeDraft, openDraft, type ConversationDraft } from './conversation-draft.ts';
import type { Conversation } from './conversation.ts';
import { foldActivity } from './fold-activity.ts';
import { foldApproval } from './fold-approval.ts';
import { foldBatch } from './fold-batch.ts';
import { foldChange } from './fold-change.ts';
import { foldCommand } from './fold-command.ts';
import { foldSession } from './fold-session.ts';
import { foldTurn } from './fold-turn.ts';

/**
 * Adds entries that follow on those of the conversation. What is known already is left out, so a page that comes twice
 * changes nothing; only the turns that entries are about become other objects.
 */
export function foldEntries(before: Conversation, entries: readonly EntryBase[]): Conversation {
  const draft = openDraft(before);
  let { firstSeq, lastSeq } = before;
  let unknown = 0;
  for (const entry of entries) {
    if (entry.seq <= lastSeq) continue;
    firstSeq ??= entry.seq;
    lastSeq = entry.seq;
    const read = readWritten(entry);
    if (read.kind === 'known') foldEntry(draft, read.entry);
    else unknown += 1;
  }
  if (lastSeq === before.lastSeq) return before;
  const { conversation } = draft;
  draft.conversation = { ...conversation, firstSeq, lastSeq, unknown: conversation.unknown + unknown };
  return closeDraft(draft);
}

function foldEntry(draft: ConversationDraft, entry: Entry): void {
  foldTurn(draft, entry);
  foldActivity(draft, entry);
  foldChange(draft, entry);
  foldCommand(draft, entry);
  foldBatch(draft, entry);
  foldApproval(draft, entry);
  foldSession(draft, entry);
}
