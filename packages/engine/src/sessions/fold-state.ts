import type { ChangeSetId, ContentHash, Entry, IntentId, MessageId, ReadEntry } from '@rook/contract';

import { foldOpenChangeSets, type OpenChangeSet } from '../edits/fold-open-change-sets.ts';
import { givesRight } from '../journal/gives-right.ts';
import type { BudgetEntry } from '../models/purse.ts';
import { resultName } from '../turn/limit-result.ts';

/** What a session has to know of its own past beside the conversation. */
export interface StateFold {
  readonly add: (read: ReadEntry) => void;
  /** Whether a message with this id was admitted. */
  readonly knows: (message: MessageId) => boolean;
  /** Budget entries that count here, in order. */
  readonly budget: () => readonly BudgetEntry[];
  /** The whole of a result that was cut, by its name. */
  readonly findResult: (name: string) => ContentHash | null;
  /** Questions that nobody has answered. */
  readonly openApprovals: () => number;
  /** Change sets that were begun and not ended, in order. */
  readonly openChangeSets: () => readonly OpenChangeSet[];
  /** The intent that was selected last; an imported selection does not count. */
  readonly activeIntent: () => IntentId | null;
}

export function createStateFold(): StateFold {
  const messages = new Set<MessageId>();
  const budget: BudgetEntry[] = [];
  const results = new Map<string, ContentHash>();
  const approvals = new Set<string>();
  let intent: IntentId | null = null;
  const changeSets = new Map<ChangeSetId, OpenChangeSet>();

  function addEntry(entry: Entry): void {
    foldOpenChangeSets(changeSets, entry);
    switch (entry.event_type) {
      case 'message_admitted':
        messages.add(entry.message_id);
        break;
      case 'budget_reserved':
      case 'budget_settled':
        if (givesRight(entry)) budget.push(entry);
        break;
      case 'tool_call': {
        const { whole } = entry.result;
        if (whole !== undefined && givesRight(entry)) results.set(resultName(whole.blob), whole.blob);
        break;
      }
      case 'approval_requested':
        if (givesRight(entry)) approvals.add(entry.approval_id);
        break;
      case 'approval_answered':
      case 'approval_voided':
        approvals.delete(entry.approval_id);
        break;
      case 'intent_selected':
        if (givesRight(entry)) intent = entry.intent_id;
        break;
      default:
    }
  }

  return {
    add: (read) => {
      if (read.kind === 'known') addEntry(read.entry);
    },
    knows: (message) => messages.has(message),
    budget: () => budget,
    findResult: (name) => results.get(name) ?? null,
    openApprovals: () => approvals.size,
    openChangeSets: () => [...changeSets.values()],
    activeIntent: () => intent,
  };
}
