import { fail, succeed, type Result } from '../result.ts';
import { fileChangeSchema, type FileChange } from './file-change.ts';

export interface ReadFileChange {
  readonly change: FileChange;
  /** Fields that mean nothing here; they are reported and change nothing. */
  readonly unknownFields: readonly string[];
}

const knownFields: ReadonlySet<string> = new Set(Object.keys(fileChangeSchema.shape));

/** Reads one file change of a reply; `null` counts as left out. The failure is a sentence about its shape. */
export function parseFileChange(unknownValue: unknown): Result<ReadFileChange, string> {
  if (typeof unknownValue !== 'object' || unknownValue === null || Array.isArray(unknownValue)) {
    return fail('a file change is an object');
  }
  const known: [string, unknown][] = [];
  const unknownFields: string[] = [];
  for (const [name, value] of Object.entries(unknownValue)) {
    if (value === null) continue;
    if (knownFields.has(name)) {
      known.push([name, withoutNulls(value)]);
      unknownFields.push(...unknownInside(name, value));
    } else unknownFields.push(name);
  }
  const parsed = fileChangeSchema.safeParse(Object.fromEntries(known));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(`${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'wrong'}`);
  }
  return succeed({ change: parsed.data, unknownFields });
}

const { edits, lineOperations, lineRange } = fileChangeSchema.shape;
const shapesInside: ReadonlyMap<string, object> = new Map<string, object>([
  ['edits', edits.unwrap().element.shape],
  ['lineOperations', lineOperations.unwrap().element.shape],
  ['lineRange', lineRange.unwrap().shape],
]);
const MOST_UNKNOWN = 20;

/** As in `edits[0].colour`. */
function unknownInside(name: string, value: unknown): string[] {
  const shape = shapesInside.get(name);
  if (shape === undefined) return [];
  const found: string[] = [];
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const [index, item] of items.entries()) {
    if (typeof item !== 'object' || item === null) continue;
    const place = Array.isArray(value) ? `${name}[${index}]` : name;
    const fields = Object.entries(item).filter(
      ([field, given]) => given !== null && !Object.hasOwn(shape, field),
    );
    found.push(...fields.map(([field]) => `${place}.${field}`));
    if (found.length >= MOST_UNKNOWN) break;
  }
  return found.slice(0, MOST_UNKNOWN);
}

/** Models that must name every field write `null` also inside of an operation. */
function withoutNulls(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown) => {
    if (typeof item !== 'object' || item === null || !Object.values(item).includes(null)) return item;
    return Object.fromEntries(Object.entries(item).filter(([, field]) => field !== null));
  });
}
