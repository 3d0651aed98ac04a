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
  const fields = Object.entries(unknownValue).filter(([, value]) => value !== null);
  const known = fields.filter(([name]) => knownFields.has(name));
  const parsed = fileChangeSchema.safeParse(Object.fromEntries(known.map(withoutNulls)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return fail(`${issue?.path.map(String).join('.') ?? ''}: ${issue?.message ?? 'wrong'}`);
  }
  const unknownFields = fields.map(([name]) => name).filter((name) => !knownFields.has(name));
  return succeed({ change: parsed.data, unknownFields });
}

/** Models that must name every field write `null` also inside of an operation. */
function withoutNulls([name, value]: readonly [string, unknown]): [string, unknown] {
  if (!Array.isArray(value)) return [name, value];
  return [
    name,
    value.map((item: unknown) =>
      typeof item === 'object' && item !== null
        ? Object.fromEntries(Object.entries(item).filter(([, field]) => field !== null))
        : item,
    ),
  ];
}
