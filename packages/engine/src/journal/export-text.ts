/** What a terminal or an editor would obey or hide: controls, characters without width, directions, lone surrogates. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/gu;

const BEYOND_ASCII = /[^ -~]/u;

/** JSON on one line in which everything unseen is escaped: it stays what it is on every screen and on every way. */
export function exportJson(value: unknown): string {
  const text = JSON.stringify(value);
  // Most lines have nothing but what everybody sees, and to know that costs a fraction.
  if (!BEYOND_ASCII.test(text)) return text;
  return text.replaceAll(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_unused, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** What would be obeyed, or would turn the direction of what is read; the joiners of scripts and emojis may stay. */
const OBEYED =
  /(?![\n\t])[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
const PICTURES_START = 0x2400;

/** Text for a page: nothing in it is obeyed, line breaks and tabs stay. */
export function pageText(text: string): string {
  return text.replaceAll(/\r\n?/gu, '\n').replaceAll(OBEYED, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20) return String.fromCodePoint(PICTURES_START + code);
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}

/** The same on one line. */
export function pageLine(text: string): string {
  return pageText(text)
    .replaceAll(/[\n\t]+/gu, ' ')
    .trim();
}
