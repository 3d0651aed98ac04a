import * as z from 'zod';

import { fileChangeSchema } from '../edits/file-change.ts';

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

/** The name under which providers are given the schema. */
export const REPLY_NAME = 'grok_response';

/** Models are asked to say the hashes of all files in one place; one beside its change counts too. */
const askedSchema = replySchema.extend({
  fileChanges: z.array(fileChangeSchema.omit({ hash: true })).exactOptional(),
});

/** The schema as providers take it: limits of numbers and names are checked here, because not all of them know such. */
export function replyJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(askedSchema, {
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
      delete jsonSchema.propertyNames;
    },
  });
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema'));
}
