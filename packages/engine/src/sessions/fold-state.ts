import type {
  ChangeSetId,
  ContentHash,
  Entry,
  IntentId,
  MessageId,
  ReadEntry,
  SettingValues,
} from '@rook/contract';

import { foldOpenChangeSets, type OpenChangeSet } from '../edits/fold-open-change-sets.ts';
import { givesRight } from '../journal/gives-right.ts';
import type { BudgetEntry } from '../models/purse.ts';
import { resultName } from '../turn/limit-result.ts';
import type { Seal } from './seal.ts';

/** What a session has to know of its own past beside the conversation. */
export interface StateFold {
  readonly add: (read: ReadEntry) => void;
  /** Whether a message with this id was admitted. */
  readonly knows: (message: MessageId) => boolean;
  /** Budget entries that count here, in order. */
  readonly budget: () => readonly BudgetEntry[];
  /** The whole of a result that was cut, by its name. */
  readonly findResult: (name: string) => ContentHash | null;
  /** The mode that a person gave this session; null: none. */
  readonly mode: () => SettingValues['mode'] | null;
  /** Change sets that were begun and not ended, in order. */
  readonly openChangeSets: () => readonly OpenChangeSet[];
  /** The intent that was selected last; an imported selection does not count. */
  readonly activeIntent: () => IntentId | null;
  /** The last that was written down of the ledger is that it could not be written. */
  readonly isLedgerDegraded: () => boolean;
}

const MODES: readonly SettingValues['mode'][] = ['safe', 'ask', 'allow'];

/** `holds` says which entries give a right here. */
export function createStateFold(holds: Seal['holds']): StateFold {
  const messages = new Set<MessageId>();
  const budget: BudgetEntry[] = [];
  const results = new Map<string, ContentHash>();
  let mode: SettingValues['mode'] | null = null;
  let intent: IntentId | null = null;
  let isDegraded = false;
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
      case 'command_ended': {
        const { whole } = entry;
        if (whole !== undefined && givesRight(entry)) results.set(resultName(whole.blob), whole.blob);
        break;
      }
      case 'session_changed': {
        const chosen = MODES.find((one) => one === entry.settings?.['mode']);
        if (givesRight(entry) && chosen !== undefined && holds(entry)) mode = chosen;
        break;
      }
      case 'intent_selected':
        if (givesRight(entry)) intent = entry.intent_id;
        break;
      case 'ledger_changed':
        if (givesRight(entry)) isDegraded = entry.degraded;
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
    mode: () => mode,
    openChangeSets: () => [...changeSets.values()],
    activeIntent: () => intent,
    isLedgerDegraded: () => isDegraded,
  };
}
