const MOST_LINES = 40;
const MOST_CHARACTERS = 4000;

/** Where a text is folded: behind so many characters; null where it is short enough to stand as it is. */
export function findFold(text: string): number | null {
  let lineEnd = -1;
  for (let line = 0; line < MOST_LINES; line += 1) {
    lineEnd = text.indexOf('\n', lineEnd + 1);
    if (lineEnd < 0 || lineEnd > MOST_CHARACTERS) break;
  }
  const isLineEnd = lineEnd >= 0 && lineEnd <= MOST_CHARACTERS;
  const fold = isLineEnd ? lineEnd : MOST_CHARACTERS;
  if (text.length <= fold + 1) return null;
  return isHalf(text, fold) ? fold - 1 : fold;
}

/** A character of two units is not cut in its middle. */
function isHalf(text: string, place: number): boolean {
  const before = text.charCodeAt(place - 1);
  return before >= 0xd8_00 && before <= 0xdb_ff;
}
