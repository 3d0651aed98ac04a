import type { EntryOf } from '@rook/contract';

import type { ReplyView } from './conversation.ts';
import { readLongText, readText } from './read-long-text.ts';

/** Lists that were too large, or that a newer version writes in another way, are left out and said to be. */
export function readReplyView(entry: EntryOf<'reply_read'>): ReplyView {
  const { sections, todos, commands, next_steps: steps, problems = [] } = entry;
  const isLost = [sections, todos, commands, steps].some(
    (list) => list !== undefined && !Array.isArray(list),
  );
  return {
    isComplete: entry.complete,
    summary: readLongText(entry.summary),
    sections: listItems(sections, (item) => {
      const content = readText(item, 'content');
      return content === null ? null : { heading: readText(item, 'heading') ?? '', content };
    }),
    todos: listItems(todos, (item) => readText(item, 'text')),
    commands: listItems(commands, (item) => {
      const command = readText(item, 'command');
      return command === null ? null : { command, description: readText(item, 'description') ?? '' };
    }),
    nextSteps: listItems(steps, (item) => {
      const text = readText(item, 'inputText');
      return text === null ? null : { label: plainLabel(readText(item, 'html') ?? text) || text, text };
    }),
    files: entry.file_changes ?? [],
    problems: [
      ...problems.map(({ message }) => message),
      ...(isLost ? ['A part of the reply is too large to show here; the record has it.'] : []),
    ],
  };
}

function listItems<Item>(list: unknown, read: (item: unknown) => Item | null): readonly Item[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => read(item) ?? []);
}

/** The words of a label that a model wrote as HTML; a label is never more than words. */
function plainLabel(html: string): string {
  const words = html.replaceAll(/<\/?[a-z][^<>]*>/giu, ' ');
  return words.replaceAll(/\s+/gu, ' ').trim();
}
