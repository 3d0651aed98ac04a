import type { CutField, Entry, EntryOf, ReadEntry } from '@rook/contract';

/** One thing that was said or done in a conversation, in the order of the journal. */
export type Message =
  | {
      readonly kind: 'user' | 'assistant';
      readonly id: string;
      readonly turn: string | undefined;
      readonly at: string;
      readonly text: string;
      readonly entry: Entry;
    }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly turn: string;
      readonly at: string;
      readonly entry: EntryOf<'tool_call'>;
    };

export interface MessageFold {
  /** The messages that the entry completes; most complete none. */
  add(read: ReadEntry): readonly Message[];
}

/**
 * Tells messages from entries, one by one. A settled turn repeats what was said in it, and what its entries have
 * told is not told twice; a journal of the first kind has nothing but its turns.
 */
export function createMessageFold(): MessageFold {
  /** The turns whose message was told. */
  const started = new Set<string>();
  /** The answer that was told last; one turn runs at a time. */
  let last = { turn: '', answer: '' };

  function settle(entry: EntryOf<'turn'>): readonly Message[] {
    const told = last.turn === entry.turn_id ? last.answer : undefined;
    const place = { turn: entry.turn_id, at: entry.timestamp, entry };
    const asked: Message = {
      ...place,
      kind: 'user',
      id: `${entry.event_id}-user`,
      text: wholeText(entry.user.text),
    };
    const text = wholeText(entry.assistant.text);
    const answered: Message = { ...place, kind: 'assistant', id: `${entry.event_id}-assistant`, text };
    return [
      ...(started.delete(entry.turn_id) ? [] : [asked]),
      ...(text === '' || told === text ? [] : [answered]),
    ];
  }

  return {
    add: (read) => {
      if (read.kind !== 'known') return [];
      const { entry } = read;
      switch (entry.event_type) {
        case 'message_admitted': {
          const text = wholeText(entry.text);
          return [{ kind: 'user', id: entry.message_id, turn: undefined, at: entry.timestamp, text, entry }];
        }
        case 'turn_started':
          started.add(entry.turn_id);
          return [];
        case 'answer_received': {
          const text = wholeText(entry.text);
          if (text === '') return [];
          last = { turn: entry.turn_id, answer: text };
          const place = { turn: entry.turn_id, at: entry.timestamp, entry };
          return [{ ...place, kind: 'assistant', id: entry.event_id, text }];
        }
        case 'tool_call':
          return [{ kind: 'tool', id: entry.event_id, turn: entry.turn_id, at: entry.timestamp, entry }];
        case 'turn':
          return settle(entry);
        default:
          return [];
      }
    },
  };
}

/** The text, or of one that was too long its beginning and how long it was. */
export function wholeText(text: string | CutField): string {
  return typeof text === 'string' ? text : `${text.preview}\n… (${text.byte_len} bytes, cut)`;
}
