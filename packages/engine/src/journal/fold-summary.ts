import type { Entry, EntryBase, EntryOf, EntryType, ReadEntry, SessionSummary } from '@rook/contract';

import { createHeadingFold } from './fold-heading.ts';

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
]);

/** The texts of the entries are looked at and let go. */
export function createSummaryFold(): SummaryFold {
  const heading = createHeadingFold();
  const turns = new Set<string>();
  let [created, updated, entries] = ['', '', 0];
  let question: string | undefined;
  let costUsd: number | null = 0;

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
      return { title: shown, ...facts, archived, labels: [...labels], status };
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
