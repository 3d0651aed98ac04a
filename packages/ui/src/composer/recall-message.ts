import type { Workbench } from '@rook/contract';

import type { Conversation, LongText } from '../state/conversation.ts';
import { namedPaths } from './find-mention.ts';
import { EMPTY_DRAFT, type Draft } from './parse-draft.ts';

/** A message that was sent with these words, whole: its images, its files, and what is too long for an entry. */
export async function recallMessage(
  workbench: Workbench,
  { turns }: Conversation,
  words: string,
): Promise<Draft> {
  const turn = turns.findLast(({ question }) => question?.text === words);
  if (turn === undefined || turn.question === null) return { ...EMPTY_DRAFT, text: words };
  const text = await readWhole(workbench, turn.question);
  const named = new Set(namedPaths(text, turn.files));
  const unnamed = turn.files.filter((path) => !named.has(path));
  return {
    text: [text, ...unnamed.map((path) => `@${path}`)].filter((part) => part !== '').join(' '),
    files: [...turn.files],
    images: turn.images.map(({ hash, mediaType }) => ({
      blob: hash,
      mediaType,
      name: 'Image of the message',
    })),
  };
}

async function readWhole(workbench: Workbench, { text, cut }: LongText): Promise<string> {
  if (cut === null || cut.hash === null) return text;
  const read = await workbench.readBlob(cut.hash);
  return read.ok && read.value !== null ? new TextDecoder().decode(read.value) : text;
}
