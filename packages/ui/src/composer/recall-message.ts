import { succeed, type Result, type Workbench } from '@rook/contract';

import type { TurnView } from '../state/conversation.ts';
import { readWholeText } from '../state/read-whole-text.ts';
import { namedPaths } from './find-mention.ts';
import { EMPTY_DRAFT, type Draft } from './parse-draft.ts';

/** A message that was sent, as a turn has it. */
export type SaidMessage = Pick<TurnView, 'question' | 'files' | 'images'>;

/** Writes words into the input, without sending them: words that are offered, or a message with all that came with it. */
export type Compose = (said: string | SaidMessage) => void;

/** What was said, whole: its images, its files, and what is too long for an entry. */
export async function recallMessage(
  workbench: Workbench,
  said: string | SaidMessage,
): Promise<Result<Draft>> {
  if (typeof said === 'string') return succeed({ ...EMPTY_DRAFT, text: said });
  const { question, files, images } = said;
  const read = question === null ? succeed('') : await readWholeText(workbench, question);
  if (!read.ok) return read;
  const named = new Set(namedPaths(read.value, files));
  const unnamed = files.filter((path) => !named.has(path));
  return succeed({
    text: [read.value, ...unnamed.map((path) => `@${path}`)].filter((part) => part !== '').join(' '),
    files: [...files],
    images: images.map(({ hash, mediaType }) => ({ blob: hash, mediaType, name: 'Image of the message' })),
    texts: [],
  });
}
