import type { Draft } from './parse-draft.ts';

/** The server takes four megabytes at once; a character takes up to three bytes. */
const LONGEST_MESSAGE = 1_000_000;
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u{2800}]/gu;

/** Nothing that a person can see: marks of no width are no message. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, '') === '';
}

/** `long`: it would be refused, so it is said while it is still being written. */
export function judgeMessage(draft: Message): 'empty' | 'long' | 'good' {
  if (lengthOf(draft) > LONGEST_MESSAGE) return 'long';
  return draft.images.length + draft.texts.length === 0 && isBlank(draft.text) ? 'empty' : 'good';
}

type Message = Pick<Draft, 'text' | 'images' | 'texts'>;

/** Of a file the bytes are known, which are never fewer than its characters. */
function lengthOf({ text, texts }: Pick<Message, 'text' | 'texts'>): number {
  return texts.reduce((sum, { size }) => sum + size, text.length);
}

export function describeLength(draft: Pick<Message, 'text' | 'texts'>): string {
  const [most, has] = [LONGEST_MESSAGE, lengthOf(draft)].map((count) => count.toLocaleString('en'));
  return `A message may have ${most} characters; this one has ${has}. Put the rest into a file and name it with @.`;
}
