import { createJsonReader } from './json-reader.ts';
import type { JsonValue } from './json-value.ts';
import { placeProblems, type PlacedProblem } from './place-problems.ts';
import type { ReadingProblem } from './reading-problem.ts';
import { unwrapText } from './unwrap-text.ts';

export interface JsonTextReading {
  readonly complete: boolean;
  /** Null when there is none. */
  readonly value: JsonValue;
  readonly problems: readonly PlacedProblem[];
}

const ANY = { accepts: 'any' } as const;

/** Reads any JSON value out of a text, whatever stands around it. Must not throw. */
export function readJson(text: string, before: readonly ReadingProblem[] = []): JsonTextReading {
  const reader = createJsonReader(ANY);
  reader.push(text);
  const { ending, value = null, problems } = unwrapText(text, reader.end(), ANY);
  const all = [...before, ...problems];
  const complete = ending === 'whole' && all.every(({ certain }) => certain);
  return { complete, value, problems: placeProblems(text, all) };
}
