import * as z from 'zod';

/** One line-based operation on a file; lines count from 1. */
const lineOperationSchema = z.object({
  type: z.enum(['insert', 'delete', 'replace']),
  line: z.int().min(1),
  endLine: z.int().min(1).exactOptional(),
  content: z.string().exactOptional(),
  expectedContent: z.string().exactOptional(),
});

/** A change of one file; a `patch` may name several and then has no path. Exactly one way to change it is given. */
const fileChangeSchema = z.object({
  path: z.string().exactOptional(),
  language: z.string().exactOptional(),
  /** The whole file, or what `isDiff` or `lineRange` make of it. */
  content: z.string().exactOptional(),
  lineRange: z.object({ start: z.int().min(1), end: z.int().min(0) }).exactOptional(),
  isDiff: z.boolean().exactOptional(),
  lineOperations: z.array(lineOperationSchema).exactOptional(),
  diff: z.string().exactOptional(),
  edits: z.array(z.object({ search: z.string(), replace: z.string() })).exactOptional(),
  patch: z.string().exactOptional(),
  delete: z.boolean().exactOptional(),
  renameTo: z.string().exactOptional(),
  /** The TODO that the change completes, from 0. */
  todoIndex: z.int().min(0).exactOptional(),
});

/** One item of each list of a reply. */
export const replyItemSchemas = {
  sections: z.object({ heading: z.string(), content: z.string() }),
  todos: z.object({ text: z.string(), completed: z.boolean().exactOptional() }),
  fileChanges: fileChangeSchema,
  commands: z.object({ command: z.string(), description: z.string().exactOptional() }),
  /** `html` is the label of a button, `inputText` what it puts into the input. */
  nextSteps: z.object({ html: z.string(), inputText: z.string() }),
};

/** What a model answers when it is asked for a structured reply. */
export const replySchema = z.object({
  summary: z.string(),
  sections: z.array(replyItemSchemas.sections).exactOptional(),
  todos: z.array(replyItemSchemas.todos).exactOptional(),
  fileChanges: z.array(replyItemSchemas.fileChanges).exactOptional(),
  commands: z.array(replyItemSchemas.commands).exactOptional(),
  nextSteps: z.array(replyItemSchemas.nextSteps).exactOptional(),
  /** Path to hash, as each file was shown. */
  fileHashes: z.record(z.string(), z.string()).exactOptional(),
});

export type Reply = z.infer<typeof replySchema>;
export type FileChange = z.infer<typeof fileChangeSchema>;

/** The name under which providers are given the schema. */
export const REPLY_NAME = 'grok_response';

/** The schema as providers take it: limits of numbers and names are checked here, because not all of them know such. */
export function replyJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(replySchema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
      delete jsonSchema.propertyNames;
    },
  });
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}
