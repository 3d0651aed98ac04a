import * as z from 'zod';

/** Lines are counted from 1; both ends belong to the range. */
const lineRangeSchema = z.object({ start: z.int().min(1), end: z.int().min(1) });

/**
 * `insert` puts `content` before `line` (one more than the last line appends). `delete` and `replace` take
 * the lines from `line` to `endLine`. All numbers mean the file as it was shown.
 */
const lineOperationSchema = z.object({
  type: z.enum(['insert', 'delete', 'replace']),
  line: z.int().min(1),
  endLine: z.int().min(1).exactOptional(),
  content: z.string().exactOptional(),
  /** What the model believes to stand there; another text refuses the change. */
  expectedContent: z.string().exactOptional(),
});
export type LineOperation = z.infer<typeof lineOperationSchema>;

const searchEditSchema = z.object({ search: z.string(), replace: z.string() });
export type SearchEdit = z.infer<typeof searchEditSchema>;

/** One element of `fileChanges` (items E-01, E-02), and what every tool that changes files is translated into. */
export const fileChangeSchema = z.object({
  path: z.string().exactOptional(),
  content: z.string().exactOptional(),
  diff: z.string().exactOptional(),
  lineOperations: z.array(lineOperationSchema).exactOptional(),
  edits: z.array(searchEditSchema).exactOptional(),
  patch: z.string().exactOptional(),
  delete: z.boolean().exactOptional(),
  renameTo: z.string().exactOptional(),
  isDiff: z.boolean().exactOptional(),
  lineRange: lineRangeSchema.exactOptional(),
  /** MD5 or SHA-256 of the file that the change is meant for; counts like its place in `fileHashes`. */
  hash: z.string().exactOptional(),
  language: z.string().exactOptional(),
  todoIndex: z.int().min(0).exactOptional(),
});
export type FileChange = z.infer<typeof fileChangeSchema>;
