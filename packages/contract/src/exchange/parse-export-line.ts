import * as z from 'zod';

import { lineHashSchema, type EntryBase } from '../entries/entry-base.ts';
import { parseEntry } from '../entries/parse-entry.ts';
import { contentHashSchema } from '../ids.ts';
import { fail, succeed, type Result } from '../result.ts';
import { EXPORT_FORMAT, EXPORT_VERSION, exportHeaderSchema, type ExportHeader } from './export-header.ts';

const blobLineSchema = z.strictObject({
  blob: contentHashSchema,
  /** The bytes in base64. */
  bytes: z.string(),
  prev: lineHashSchema,
});

const endLineSchema = z.strictObject({
  end: z.literal(true),
  /** How many lines stand before this one. */
  lines: z.int().min(1),
  prev: lineHashSchema,
});

/** What follows the header of an export. */
export type ExportLine =
  | { readonly kind: 'entry'; readonly entry: EntryBase; readonly prev: string }
  | ({ readonly kind: 'blob' } & z.infer<typeof blobLineSchema>)
  | ({ readonly kind: 'end' } & z.infer<typeof endLineSchema>);

/** Reads the first line; the failure is a sentence about it. */
export function parseExportHeader(value: unknown): Result<ExportHeader, string> {
  const parsed = exportHeaderSchema.safeParse(value);
  if (parsed.success) return succeed(parsed.data);
  const named = namedFormat.safeParse(value);
  if (!named.success || named.data.format !== EXPORT_FORMAT) {
    return fail(`it does not begin as an export of a session, whose format is ${EXPORT_FORMAT}`);
  }
  if (named.data.version !== EXPORT_VERSION) {
    return fail(
      `it has version ${JSON.stringify(named.data.version)}, and this Rook reads ${EXPORT_VERSION}`,
    );
  }
  return fail(`its first line is not what an export begins with: ${firstIssue(parsed.error)}`);
}

/** Reads any line behind the first; the failure is a sentence about it. */
export function parseExportLine(value: unknown): Result<ExportLine, string> {
  const keys = new Set(typeof value === 'object' && value !== null ? Object.keys(value) : []);
  if (keys.has('event_type')) {
    const read = parseEntry(value);
    if (read.kind === 'unreadable') return fail(`it is no entry: ${read.reason}`);
    return succeed({ kind: 'entry', entry: read.entry, prev: read.entry.prev });
  }
  if (keys.has('blob')) {
    const blob = blobLineSchema.safeParse(value);
    return blob.success ? succeed({ kind: 'blob', ...blob.data }) : fail(firstIssue(blob.error));
  }
  if (keys.has('end')) {
    const end = endLineSchema.safeParse(value);
    return end.success ? succeed({ kind: 'end', ...end.data }) : fail(firstIssue(end.error));
  }
  return fail('it is neither an entry, kept bytes nor the end');
}

const namedFormat = z.object({ format: z.unknown(), version: z.unknown() });

function firstIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  return issue === undefined ? 'its shape is wrong' : `${issue.path.map(String).join('.')}: ${issue.message}`;
}
