import type { Entry, EntryBase, EntryOf, EntryType, ReadEntry, SessionSummary } from '@rook/contract';

import { createHeadingFold } from './fold-heading.ts';
import { givesRight } from './gives-right.ts';

/** Builds the summary of a session, entry by entry, alike from a file and from what was just written. */
export interface SummaryFold {
  readonly add: (read: ReadEntry) => void;
  /** Whether an entry of this type says more than that there is one more. */
  readonly isSummed: (type: string) => boolean;
  /** Adds an entry of a type that says no more than that. */
  readonly count: (entry: EntryBase) => void;
  summary(): SessionSummary;
}

const SUMMED: ReadonlySet<string> = new Set<EntryType>([
  'session_start',
  'session_changed',
  'message_admitted',
  'turn_started',
  'turn',
  'answer_received',
  'approval_requested',
  'approval_answered',
  'approval_voided',
]);

/** The texts of the entries are looked at and let go. */
export function createSummaryFold(): SummaryFold {
  const heading = createHeadingFold();
  const turns = new Set<string>();
  let [created, updated, entries] = ['', '', 0];
  let question: string | undefined;
  let costUsd: number | null = 0;
  /** Open questions, and the turn of each. */
  const questions = new Map<string, string>();

  function addEntry(entry: Entry): void {
    heading.add(entry);
    switch (entry.event_type) {
      case 'message_admitted':
        question ??= beginning(entry.text);
        break;
      case 'turn_started':
        turns.add(entry.turn_id);
        break;
      case 'turn':
        turns.add(entry.turn_id);
        question ??= beginning(entry.user.text);
        for (const [id, turn] of questions) if (turn === entry.turn_id) questions.delete(id);
        break;
      case 'approval_requested':
        if (givesRight(entry)) questions.set(entry.approval_id, entry.turn_id);
        break;
      case 'approval_answered':
      case 'approval_voided':
        questions.delete(entry.approval_id);
        break;
      case 'answer_received':
        if (entry.usage !== undefined) costUsd = addCost(costUsd, entry.usage.cost_usd);
        break;
      default:
    }
  }

  function count({ timestamp }: EntryBase): void {
    entries += 1;
    updated = timestamp;
    if (created === '') created = timestamp;
  }

  return {
    count,
    isSummed: (type) => SUMMED.has(type),
    add: (read) => {
      if (read.kind === 'unreadable') return;
      count(read.entry);
      if (read.kind === 'known') addEntry(read.entry);
    },
    summary: () => {
      const { title, archived, labels, status } = heading.heading();
      const facts = { created, updated, turns: turns.size, entries, costUsd };
      const shown = title === '' ? (question ?? '') : title;
      const waits = questions.size === 0 ? {} : { waits: true as const };
      return { title: shown, ...facts, archived, labels: [...labels], status, ...waits };
    },
  };
}

const QUESTION_LENGTH = 1000;

function beginning(text: EntryOf<'message_admitted'>['text']): string {
  return typeof text === 'string' ? text.slice(0, QUESTION_LENGTH) : text.preview;
}

function addCost(sum: number | null, cost: number | null): number | null {
  return sum === null || cost === null ? null : sum + cost;
}
