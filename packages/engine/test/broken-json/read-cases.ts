import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A text that is no proper JSON: what it surely means, or that its meaning is not certain, or that it was cut. */
export interface BrokenCase {
  readonly name: string;
  readonly text: string;
  /** Undefined when it must not be called complete. */
  readonly value: unknown;
  readonly isCut: boolean;
  /** Why ours refuses although the meaning is known. */
  readonly refused: string | undefined;
  /** Why ours is right where another repairer says something else. */
  readonly why: string | undefined;
}

/** `cases`: what ours was built on. `suites`: every kind that public suites of broken JSON hold. */
export function readBrokenCases(name: 'cases' | 'suites'): readonly BrokenCase[] {
  const lines = readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const parsed: unknown = JSON.parse(line);
    const fields = new Map<string, unknown>(Object.entries(parsed ?? {}));
    const asText = (field: string) => (fields.has(field) ? String(fields.get(field)) : undefined);
    return {
      name: String(fields.get('name')),
      text: String(fields.get('text')),
      value: fields.get('value'),
      isCut: fields.get('cut') === true,
      refused: asText('refused'),
      why: asText('why'),
    };
  });
}
