import { EMPTY_DRAFT, type Draft, type Kept } from './parse-draft.ts';

export function isEmptyDraft({ text, images }: Draft): boolean {
  return text === '' && images.length === 0;
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return one.text === other.text && sameList(one.files, other.files) && hasImages(one, other, true);
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, place) => path === other[place]);
}

/** One above the other. */
export function joinDrafts(first: Draft, second: Draft): Draft {
  const blobs = new Set(first.images.map(({ blob }) => blob));
  return {
    text: [first.text, second.text].filter((text) => text !== '').join('\n'),
    files: [...new Set([...first.files, ...second.files])],
    images: [...first.images, ...second.images.filter(({ blob }) => !blobs.has(blob))],
  };
}

/** The whole of a message stands in the field, alone or in lines of its own. */
export function holdsDraft(field: Draft, message: Draft): boolean {
  const hasText = message.text === '' || `\n${field.text}\n`.includes(`\n${message.text}\n`);
  return hasText && hasImages(field, message, false);
}

function hasImages(field: Draft, message: Draft, isAll: boolean): boolean {
  const there = new Set(field.images.map(({ blob }) => blob));
  const isCounted = !isAll || field.images.length === message.images.length;
  return isCounted && message.images.every(({ blob }) => there.has(blob));
}

/** What is left of the field without a message that it holds. */
export function takeOut(field: Draft, message: Draft): Draft {
  if (!holdsDraft(field, message)) return field;
  const gone = new Set(message.images.map(({ blob }) => blob));
  const text =
    message.text === ''
      ? field.text
      : `\n${field.text}\n`.replace(`\n${message.text}\n`, () => '\n').slice(1, -1);
  const left = { ...field, text, images: field.images.filter(({ blob }) => !gone.has(blob)) };
  return isEmptyDraft(left) ? EMPTY_DRAFT : left;
}

/** What was under way when the page was closed stands in the field again, above what was typed since. */
export function bringBack({ draft, attempts }: Kept): Kept {
  const open = attempts.filter(({ isBack }) => !isBack).map((attempt) => attempt.draft);
  return {
    draft: [...open, draft].reduce((above, below) => joinDrafts(above, below), EMPTY_DRAFT),
    attempts: attempts.map((attempt) => ({ ...attempt, isBack: true })),
  };
}
