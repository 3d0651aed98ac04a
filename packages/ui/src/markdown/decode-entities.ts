const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00A0'],
  ['hellip', '…'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['rarr', '→'],
  ['larr', '←'],
  ['copy', '©'],
  ['times', '×'],
  ['colon', ':'],
  ['tab', '\t'],
  ['newline', '\n'],
]);

const LAST_CODE_POINT = 0x10ffff;

/** The characters that entities stand for. What comes out is text and is never read as HTML. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/giu, decodeOne);
}

function decodeOne(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return point > 0 && point <= LAST_CODE_POINT ? String.fromCodePoint(point) : whole;
}
