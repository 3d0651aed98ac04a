import type { ReadingProblem, ReadingProblemCode } from './reading-problem.ts';
import type { Misshapen } from './whole-reply.ts';

/** A problem as it is shown: with its line and column from 1, and the field when it is about the shape of one. */
export interface PlacedProblem {
  readonly code: ReadingProblemCode | Misshapen['code'];
  readonly certain: boolean;
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
  readonly path?: string;
}

interface ShapeProblems {
  readonly misshapen: readonly Misshapen[];
  /** Where the value begins. */
  readonly at: number;
}

const MOST_OF_SHAPE = 100;

/** In the order of the text; what is about the shape follows. */
export function placeProblems(
  text: string,
  problems: readonly ReadingProblem[],
  shape: ShapeProblems = { misshapen: [], at: 0 },
): PlacedProblem[] {
  const sorted = problems.toSorted((a, b) => a.offset - b.offset);
  const offsets = [...sorted.map(({ offset }) => offset), shape.at].toSorted((a, b) => a - b);
  const places = findPlaces(text, offsets);
  const placed: PlacedProblem[] = [];
  for (const problem of sorted) placed.push({ ...problem, ...(places.get(problem.offset) ?? FIRST) });
  const { line, column } = places.get(shape.at) ?? FIRST;
  for (const { code, message, path } of shape.misshapen.slice(0, MOST_OF_SHAPE))
    placed.push({ code, certain: true, message, offset: shape.at, line, column, path });
  return placed;
}

const FIRST: LinePlace = { line: 1, column: 1 };

interface LinePlace {
  readonly line: number;
  readonly column: number;
}

/** Line and column of ascending offsets, in one walk through the text. */
function findPlaces(text: string, offsets: readonly number[]): ReadonlyMap<number, LinePlace> {
  const places = new Map<number, LinePlace>();
  let line = 1;
  let lineStart = 0;
  for (const offset of offsets) {
    for (
      let end = text.indexOf('\n', lineStart);
      end >= 0 && end < offset;
      end = text.indexOf('\n', lineStart)
    ) {
      line += 1;
      lineStart = end + 1;
    }
    places.set(offset, { line, column: offset - lineStart + 1 });
  }
  return places;
}
