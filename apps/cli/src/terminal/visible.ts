/**
 * What a terminal would obey or hide: control characters, direction overrides, characters without width,
 * tags, line separators, lone surrogates. Line breaks and tabs stay, and so do the joiner and the selector
 * inside an emoji, because there they only choose a picture.
 */
const UNSEEN =
  /(?!\n|\t|(?<=\p{Extended_Pictographic}|[0-9#*])(?:\uFE0E|\uFE0F)|(?<=\p{Extended_Pictographic}\uFE0F?|\p{Emoji_Modifier})\u200D(?=\p{Extended_Pictographic}))[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\p{Surrogate}\uFFF9-\uFFFB]/gu;

const PICTURES_START = 0x2400;
const PICTURE_OF_DELETE = '\u2421';

/** Text with everything unseen made visible; line breaks and tabs stay. */
export function visible(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(UNSEEN, picture);
}

/** The same for text that must stay on one line. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll('\n', '\u240A').replaceAll('\t', '\u2409');
}

/** JSON on one line in which nothing unseen stands unescaped; it parses to the same value. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(UNSEEN, escapeUnits);
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(PICTURES_START + code);
  if (code === 0x7f) return PICTURE_OF_DELETE;
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_unused, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
