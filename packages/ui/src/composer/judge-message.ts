import type { Draft } from './parse-draft.ts';

/** The server takes four megabytes at once; a character takes up to three bytes. */
const LONGEST_MESSAGE = 1_000_000;
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u{2800}]/gu;

/** Nothing that a person can see: marks of no width are no message. */
export function isBlank(text: string): boolean {
  return text.replace(UNSEEN, '') === '';
}

/** `long`: it would be refused, so it is said while it is still being written. */
export function judgeMessage({ text, images }: Pick<Draft, 'text' | 'images'>): 'empty' | 'long' | 'good' {
  if (text.length > LONGEST_MESSAGE) return 'long';
  return images.length === 0 && isBlank(text) ? 'empty' : 'good';
}

export function describeLength(text: string): string {
  const [most, has] = [LONGEST_MESSAGE, text.length].map((count) => count.toLocaleString('en'));
  return `A message may have ${most} characters; this one has ${has}. Put the rest into a file and name it with @.`;
}
