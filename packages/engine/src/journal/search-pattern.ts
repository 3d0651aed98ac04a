/** Letters and digits that somebody escaped without need, as JSON allows; nobody does, and then a line is a candidate. */
const ESCAPED_PLAIN = String.raw`\\u00(?:3[0-9]|[46][1-9a-f]|[57][0-9a])`;
const LEAST_RUN = 2;
const SHORT_ESCAPES = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['\b', 'b'],
  ['\f', 'f'],
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
]);

/**
 * A pattern for ripgrep that matches every line of JSON whose texts hold `text` in any case. It may match more: what
 * it finds is looked at again. The longest run of plain letters and digits is enough, and is the fastest; where there is
 * none, every character may stand for itself or for one of its escapes.
 */
export function linePattern(text: string): string {
  const run = (text.match(/[A-Za-z0-9]+/g) ?? []).reduce((a, b) => (b.length > a.length ? b : a), '');
  const body =
    run.length >= LEAST_RUN
      ? `${run}|${ESCAPED_PLAIN}`
      : Array.from(text, (character) => `(?:${formsOf(character).join('|')})`).join('');
  return `(?i)${body}`;
}

/** What a character can look like in a line; other cases that the two programs may know differently are named. */
function formsOf(character: string): readonly string[] {
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  // Folding of one character never gives several, unlike changing its case.
  return [...cases].filter((form) => Array.from(form).length === 1).flatMap(formsOfOne);
}

function formsOfOne(character: string): readonly string[] {
  const code = character.codePointAt(0) ?? 0;
  const short = SHORT_ESCAPES.get(character);
  const units = Array.from({ length: character.length }, (_unit, index) => character.charCodeAt(index));
  // A control character, or half of a character, cannot stand in a line; only its escape can.
  const isHidden = code < 0x20 || (code >= 0xd8_00 && code < 0xe0_00);
  return [
    ...(isHidden ? [] : [codeForm(code)]),
    ...(short === undefined ? [] : [`${codeForm(0x5c)}${codeForm(short.charCodeAt(0))}`]),
    units.map((unit) => String.raw`\\u${unit.toString(16).padStart(4, '0')}`).join(''),
  ];
}

/** A character named by its number, so that nothing in it means anything to the pattern. */
function codeForm(code: number): string {
  return String.raw`\x{${code.toString(16)}}`;
}
