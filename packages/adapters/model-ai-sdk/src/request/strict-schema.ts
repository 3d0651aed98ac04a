import type { JsonSchema } from '@rook/engine';

/** A schema for providers that hold an answer to it only in a narrower form, and the way back from that form. */
export interface StrictSchema {
  readonly schema: JsonSchema;
  /** Turns an answer of the narrow form into one of the schema that was asked for. */
  readonly restore: (answer: unknown) => unknown;
}

/**
 * Rewrites a JSON schema: a map becomes a list of `{key, value}`, and with `everyField` each optional field becomes a
 * required one that may be null. Null when nothing had to change.
 */
export function toStrictSchema(schema: JsonSchema, everyField: boolean): StrictSchema | null {
  const rewritten = rewrite(schema, everyField);
  if (!rewritten.isChanged || !isRecord(rewritten.schema)) return null;
  return { schema: rewritten.schema, restore: rewritten.restore };
}

interface Rewritten {
  readonly schema: unknown;
  readonly restore: (answer: unknown) => unknown;
  readonly isChanged: boolean;
}

function rewrite(schema: unknown, everyField: boolean): Rewritten {
  if (!isRecord(schema)) return { schema, restore: same, isChanged: false };
  if (isRecord(schema['properties'])) return rewriteObject(schema, schema['properties'], everyField);
  if (isMap(schema)) return rewriteMap(schema, everyField);
  if (isRecord(schema['items'])) return rewriteList(schema, everyField);
  return { schema, restore: same, isChanged: false };
}

/** An object without named fields whose values may be anything or follow a schema of their own. */
function isMap(schema: Readonly<Record<string, unknown>>): boolean {
  return schema['type'] === 'object' && schema['additionalProperties'] !== false;
}

function rewriteMap(schema: Readonly<Record<string, unknown>>, everyField: boolean): Rewritten {
  const { additionalProperties, ...rest } = schema;
  const value = rewrite(
    isRecord(additionalProperties) ? additionalProperties : { type: 'string' },
    everyField,
  );
  const pair = {
    type: 'object',
    properties: { key: { type: 'string' }, value: value.schema },
    required: ['key', 'value'],
    additionalProperties: false,
  };
  return {
    schema: { ...pickDescription(rest), type: 'array', items: pair },
    restore: (answer) => restoreMap(answer, value.restore),
    isChanged: true,
  };
}

function restoreMap(answer: unknown, restore: (value: unknown) => unknown): unknown {
  if (!Array.isArray(answer)) return answer;
  const list: readonly unknown[] = answer;
  const pairs = list.flatMap((pair) =>
    isRecord(pair) && typeof pair['key'] === 'string' ? [[pair['key'], restore(pair['value'])] as const] : [],
  );
  return Object.fromEntries(pairs);
}

function rewriteList(schema: Readonly<Record<string, unknown>>, everyField: boolean): Rewritten {
  const items = rewrite(schema['items'], everyField);
  return {
    schema: { ...schema, items: items.schema },
    restore: (answer) =>
      Array.isArray(answer) ? answer.map((item: unknown) => items.restore(item)) : answer,
    isChanged: items.isChanged,
  };
}

function rewriteObject(
  schema: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
  everyField: boolean,
): Rewritten {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const fields = Object.entries(properties).map(([name, field]) => {
    const inner = rewrite(field, everyField);
    const isFilled = everyField && !required.has(name);
    return { name, inner, isFilled, schema: isFilled ? orNull(inner.schema) : inner.schema };
  });
  const isOpen = schema['additionalProperties'] !== false;
  return {
    schema: {
      ...schema,
      properties: Object.fromEntries(fields.map(({ name, schema: field }) => [name, field])),
      required: everyField ? fields.map(({ name }) => name) : [...required],
      additionalProperties: false,
    },
    restore: (answer) => restoreObject(answer, fields),
    isChanged: isOpen || fields.some(({ inner, isFilled }) => inner.isChanged || isFilled),
  };
}

interface Field {
  readonly name: string;
  readonly inner: Rewritten;
  readonly isFilled: boolean;
}

function restoreObject(answer: unknown, fields: readonly Field[]): unknown {
  if (!isRecord(answer)) return answer;
  const restored = new Map(Object.entries(answer));
  for (const { name, inner, isFilled } of fields) {
    if (!restored.has(name)) continue;
    const value = restored.get(name);
    if (isFilled && value === null) restored.delete(name);
    else restored.set(name, inner.restore(value));
  }
  return Object.fromEntries(restored);
}

/** The same schema, but null is fine too. */
function orNull(schema: unknown): unknown {
  if (!isRecord(schema)) return schema;
  const type = schema['type'];
  if (typeof type === 'string' && schema['enum'] === undefined && schema['const'] === undefined) {
    return { ...schema, type: type === 'null' ? type : [type, 'null'] };
  }
  return { anyOf: [schema, { type: 'null' }] };
}

function pickDescription(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return schema['description'] === undefined ? {} : { description: schema['description'] };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function same(answer: unknown): unknown {
  return answer;
}
