import { createJsonReader, type JsonReading } from './json-reader.ts';
import type { ReaderOptions } from './reader-state.ts';
import { readingProblem } from './reading-problem.ts';

/**
 * A value that was written as JSON and then once more as a JSON text, with or without the quotation marks around it.
 * Gives the reading as it is when it is none of that.
 */
export function unwrapText(text: string, reading: JsonReading, options: ReaderOptions): JsonReading {
  const inner = findInner(text, reading, options);
  if (inner === null) return reading;
  const reader = createJsonReader(options);
  reader.push(inner.text);
  const read = reader.end();
  if (typeof read.value !== 'object' || read.value === null) return reading;
  // Places inside the text are no places of the whole.
  const problems = read.problems.map((problem) => ({ ...problem, offset: inner.start }));
  return {
    ...read,
    start: inner.start,
    end: text.length,
    problems: [readingProblem('double_encoded', inner.start), ...problems],
  };
}

interface InnerText {
  readonly text: string;
  readonly start: number;
}

function findInner(
  text: string,
  { value, ending, start, problems }: JsonReading,
  { accepts }: ReaderOptions,
): InnerText | null {
  // A text is a value as good as any where any is wanted.
  if (typeof value === 'string')
    return ending === 'whole' && accepts === 'object' ? { text: value, start } : null;
  const escaped = problems.find(({ code }) => code === 'escaped_text');
  // Without a single escaped mark, which texts there would be is not known.
  if (escaped === undefined || !text.includes(String.raw`\"`)) return null;
  const begin = Math.max(text.lastIndexOf('{', escaped.offset), text.lastIndexOf('[', escaped.offset));
  if (begin < 0 || text.slice(0, begin).trim() !== '') return null;
  const reader = createJsonReader({ accepts: 'any' });
  reader.push(`"${text.slice(begin).trimEnd()}"`);
  const unescaped = reader.end();
  if (unescaped.ending !== 'whole' || typeof unescaped.value !== 'string') return null;
  return { text: unescaped.value, start: begin };
}
