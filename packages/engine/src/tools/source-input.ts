import * as z from 'zod';

import type { JsonSchema } from '../ports/model.ts';

/** Says what is wrong with an input, or null. */
export type InputCheck = (input: unknown) => string | null;

const MOST_SCHEMA_CHARACTERS = 50_000;
const MOST_ISSUES = 5;

/**
 * A check of inputs against the schema that a source gave; null where it cannot be made. Patterns are left to the source,
 * because those of a stranger could take for ever.
 */
export function createInputCheck(schema: JsonSchema): InputCheck | null {
  try {
    if (JSON.stringify(schema).length > MOST_SCHEMA_CHARACTERS) return null;
    const shape = z.fromJSONSchema(withoutPatterns(schema));
    return (input) => {
      const parsed = shape.safeParse(input);
      return parsed.success ? null : explain(parsed.error);
    };
  } catch {
    return null;
  }
}

function explain({ issues }: z.ZodError): string {
  return issues
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => (path.length === 0 ? message : `${path.map(String).join('.')}: ${message}`))
    .join('; ');
}

const LEFT_OUT: ReadonlySet<string> = new Set(['$schema', 'pattern', 'patternProperties', 'format']);

/** Keys under which the keys are names of fields, not words of the schema. */
const NAMING: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions']);

function withoutPatterns(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => !LEFT_OUT.has(key))
      .map(([key, value]) => [key, NAMING.has(key) ? eachNamed(value) : cleanValue(value)]),
  );
}

function eachNamed(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanValue(inner)]));
}

function cleanValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleanValue);
  return isRecord(value) ? withoutPatterns(value) : value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
