import { endOfLineOf, insertLines, type Splice } from './intent-splices.ts';
import type { Intent } from './intent.ts';
import type { IntentFile } from './read-intents.ts';
import { writeScalar } from './write-scalar.ts';

/** What a record says in the file, in the order in which it says it. */
export function recordValue(intent: Intent): Readonly<Record<string, unknown>> {
  return {
    id: intent.id,
    name: intent.name,
    status: intent.status,
    ...(intent.isDraft ? { draft: true } : {}),
    owned_scope: [...intent.ownedScope],
    constraints: [...intent.constraints],
    acceptance_criteria: [...intent.acceptanceCriteria],
  };
}

const HEAD = [
  '# The intents of this workspace: what work is for, and which files it may change.',
  '# Written by you and by `rook intent`; whatever you write beside it stays.',
];

/** The places where a record can be added, the best first. */
export function addRecord(
  { text, places }: IntentFile,
  value: Readonly<Record<string, unknown>>,
): readonly Splice[] {
  const endOfLine = endOfLineOf(text);
  if (places === null) {
    const head = text === '' ? [...HEAD] : [];
    const lines = [...head, 'active_intents:', ...indent(writeRecord(value), 2)].join(endOfLine);
    const between = text === '' || text.endsWith('\n') ? '' : endOfLine;
    return [{ start: text.length, end: text.length, text: `${between}${lines}${endOfLine}` }];
  }
  const { list, afterColon } = places;
  const below = indent(writeRecord(value), 2)
    .map((line) => `${endOfLine}${line}`)
    .join('');
  if (list === null) return [{ start: afterColon, end: afterColon, text: below }];
  if (!list.range) return [];
  const [start, end] = list.range;
  const last = places.records.at(-1)?.range;
  if (list.flow !== true) return last ? insertLines(text, last[1], start, writeRecord(value)) : [];
  if (last) return [{ start: last[1], end: last[1], text: `, ${JSON.stringify(value)}` }];
  return [
    { start: afterColon, end, text: below },
    { start: start + 1, end: start + 1, text: JSON.stringify(value) },
  ];
}

function writeRecord(value: Readonly<Record<string, unknown>>): readonly string[] {
  const lines = Object.entries(value).flatMap(([field, part]) => writeField(field, part));
  return lines.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`);
}

function writeField(field: string, part: unknown): readonly string[] {
  if (typeof part === 'string' || typeof part === 'boolean')
    return [`${field}: ${writeScalar(part, 'plain')}`];
  const texts = Array.isArray(part) ? part.filter((text) => typeof text === 'string') : [];
  if (texts.length === 0) return [`${field}: []`];
  return [`${field}:`, ...texts.map((text) => `  - ${writeScalar(text, 'plain')}`)];
}

function indent(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => `${' '.repeat(columns)}${line}`);
}
