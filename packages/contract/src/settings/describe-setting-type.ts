import * as z from 'zod';

import type { SettingDefinition } from './define-setting.ts';

/** What a setting takes, as the end of the sentence "it takes …": `true or false`, `one of a, b`. */
export function describeSettingType(definition: SettingDefinition): string {
  return describe(jsonShape.parse(z.toJSONSchema(definition.schema, { io: 'input' })));
}

interface JsonShape {
  readonly type?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly items?: JsonShape | undefined;
  readonly anyOf?: readonly JsonShape[] | undefined;
}

/** The part of JSON Schema that settings use. */
const jsonShape: z.ZodType<JsonShape> = z.lazy(() =>
  z.object({
    type: z.string().exactOptional(),
    enum: z.array(z.unknown()).exactOptional(),
    minimum: z.number().exactOptional(),
    maximum: z.number().exactOptional(),
    items: jsonShape.exactOptional(),
    anyOf: z.array(jsonShape).exactOptional(),
  }),
);

function describe(shape: JsonShape): string {
  if (shape.anyOf !== undefined) return shape.anyOf.map(describe).join(' or ');
  if (shape.enum !== undefined) return `one of ${shape.enum.map(String).join(', ')}`;
  switch (shape.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number${describeRange(shape)}`;
    case 'number':
      return `a number${describeRange(shape)}`;
    case 'string':
      return 'text';
    case 'null':
      return 'null';
    case 'array':
      return shape.items?.type === 'object' ? 'a JSON list of objects' : 'a list of texts';
    case undefined:
    default:
      return 'a JSON object';
  }
}

function describeRange({ minimum, maximum }: JsonShape): string {
  const low = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const high = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (low !== undefined && high !== undefined) return ` from ${low} to ${high}`;
  if (low !== undefined) return ` of ${low} or more`;
  return high === undefined ? '' : ` of at most ${high}`;
}
