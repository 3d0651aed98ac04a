import { EMPTY_DRAFT, type Draft, type Kept } from './parse-draft.ts';

export function isEmptyDraft({ text, images, texts }: Draft): boolean {
  return text === '' && images.length === 0 && texts.length === 0;
}

export function isSameDraft(one: Draft, other: Draft): boolean {
  return one.text === other.text && sameList(one.files, other.files) && hasAttached(one, other, true);
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((path, place) => path === other[place]);
}

/** One above the other. */
export function joinDrafts(first: Draft, second: Draft): Draft {
  return {
    text: [first.text, second.text].filter((text) => text !== '').join('\n'),
    files: [...new Set([...first.files, ...second.files])],
    images: [...first.images, ...without(second.images, first.images)],
    texts: [...first.texts, ...without(second.texts, first.texts)],
  };
}

/** The whole of a message stands in the field, alone or in lines of its own. */
export function holdsDraft(field: Draft, message: Draft): boolean {
  const hasText = message.text === '' || `\n${field.text}\n`.includes(`\n${message.text}\n`);
  return hasText && hasAttached(field, message, false);
}

/** What goes along beside the words; `isAll`: and nothing else does. */
function hasAttached(field: Draft, message: Draft, isAll: boolean): boolean {
  return isWithin(message.images, field.images, isAll) && isWithin(message.texts, field.texts, isAll);
}

interface Attached {
  readonly blob: string;
  readonly name: string;
}

function isWithin(few: readonly Attached[], many: readonly Attached[], isAll: boolean): boolean {
  return without(few, many).length === 0 && (!isAll || few.length === many.length);
}

function without<One extends Attached>(all: readonly One[], gone: readonly Attached[]): One[] {
  const known = new Set(gone.map(({ blob }) => blob));
  return all.filter(({ blob }) => !known.has(blob));
}

/** What is left of the field without a message that it holds. */
export function takeOut(field: Draft, message: Draft): Draft {
  if (!holdsDraft(field, message)) return field;
  const text =
    message.text === ''
      ? field.text
      : `\n${field.text}\n`.replace(`\n${message.text}\n`, () => '\n').slice(1, -1);
  const left = {
    ...field,
    text,
    images: without(field.images, message.images),
    texts: without(field.texts, message.texts),
  };
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
