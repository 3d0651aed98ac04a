/** A piece of a line, and whether the other line does not have it. */
export interface WordPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface MarkedPair {
  readonly removed: readonly WordPiece[];
  readonly added: readonly WordPiece[];
}

const MOST_WORDS = 150;
/** Lines that share less than this are two lines, and marks in them would say nothing. */
const LEAST_SHARED = 0.3;

/** Marks what differs between a line and the one that took its place; null where they have too little in common. */
export function markWords(removed: string, added: string): MarkedPair | null {
  const before = splitWords(removed);
  const after = splitWords(added);
  if (before.length > MOST_WORDS || after.length > MOST_WORDS) return null;
  const shared = findShared(before, after);
  const sharedLength = [...shared.before].reduce(
    (sum, place) => sum + (before[place]?.trim().length ?? 0),
    0,
  );
  const longest = Math.max(removed.trim().length, added.trim().length);
  if (longest === 0 || sharedLength / longest < LEAST_SHARED) return null;
  return { removed: joinPieces(before, shared.before), added: joinPieces(after, shared.after) };
}

function splitWords(line: string): readonly string[] {
  return line.match(/\w+|\s+|[^\w\s]/gu) ?? [];
}

interface SameWords {
  readonly before: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** The longest row of words that both have. */
function findShared(before: readonly string[], after: readonly string[]): SameWords {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (row: number, column: number): number => lengths[row * width + column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      lengths[row * width + column] =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
  const shared = { before: new Set<number>(), after: new Set<number>() };
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      shared.before.add(row);
      shared.after.add(column);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return shared;
}

function joinPieces(words: readonly string[], shared: ReadonlySet<number>): readonly WordPiece[] {
  const pieces: { text: string; isChanged: boolean }[] = [];
  for (const [place, word] of words.entries()) {
    const isChanged = !shared.has(place) || isGap(words, place, shared);
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged) last.text += word;
    else pieces.push({ text: word, isChanged });
  }
  return pieces;
}

/** A space between two words that changed is marked with them. */
function isGap(words: readonly string[], place: number, shared: ReadonlySet<number>): boolean {
  const isInside = place > 0 && place < words.length - 1;
  return isInside && (words[place] ?? '').trim() === '' && !shared.has(place - 1) && !shared.has(place + 1);
}
