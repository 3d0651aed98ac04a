import { addUsage, emptyUsage, type Entry, type EntryBase, type ReadEntry, type Usage } from '@rook/contract';

import { createHeadingFold, type SessionHeading } from './fold-heading.ts';

/** What the head of an export says about a session. */
export interface SessionFacts extends SessionHeading {
  readonly created: string;
  readonly updated: string;
  /** The permission mode of the last entry. */
  readonly safety: EntryBase['mode']['safety'];
  readonly workspace: string;
  readonly turns: number;
  readonly entries: number;
  readonly usage: Usage;
}

interface FactsFold {
  add(read: ReadEntry): void;
  facts(): SessionFacts;
}

type OwnFacts = Omit<SessionFacts, keyof SessionHeading>;
type Draft = { -readonly [Name in keyof OwnFacts]: OwnFacts[Name] } & { question: string };

const TITLE_CHARS = 200;

/** Folds the facts alone, so that a session of any length costs no memory. */
export function createFactsFold(): FactsFold {
  const heading = createHeadingFold();
  const draft: Draft = {
    question: '',
    created: '',
    updated: '',
    safety: 'ask',
    workspace: '',
    turns: 0,
    entries: 0,
    usage: emptyUsage(),
  };
  return {
    add: (read) => {
      if (read.kind === 'unreadable') return;
      const { timestamp, workspace, mode } = read.entry;
      draft.entries += 1;
      if (draft.created === '') [draft.created, draft.workspace] = [timestamp, workspace.name];
      [draft.updated, draft.safety] = [timestamp, mode.safety];
      if (read.kind === 'known' && !heading.add(read.entry)) addEntry(draft, read.entry);
    },
    facts: () => {
      const { question, ...facts } = draft;
      const { title, ...others } = heading.heading();
      return { ...facts, ...others, title: title === '' ? question : title };
    },
  };
}

function addEntry(draft: Draft, entry: Entry): void {
  switch (entry.event_type) {
    case 'message_admitted':
      if (draft.question === '') draft.question = firstLine(entry.text);
      break;
    case 'turn':
      draft.turns = Math.max(draft.turns, Number(entry.turn_id.slice(1)));
      if (draft.question === '') draft.question = firstLine(entry.user.text);
      break;
    case 'turn_started':
      draft.turns = Math.max(draft.turns, Number(entry.turn_id.slice(1)));
      break;
    case 'answer_received':
      if (entry.usage !== undefined) draft.usage = addUsage(draft.usage, entry.usage);
      break;
    default:
  }
}

function firstLine(text: string | { readonly preview: string }): string {
  const whole = typeof text === 'string' ? text : text.preview;
  return (whole.trimStart().split('\n', 1)[0] ?? '').slice(0, TITLE_CHARS);
}
