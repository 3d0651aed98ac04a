import * as z from 'zod';

/**
 * The trace record of the open agent-trace specification, version 0.1, written from its text. Stricter than it in one thing: a field that
 * the specification does not name is an error here, so that a misspelled one is found.
 */
const contributor = z.strictObject({
  type: z.enum(['human', 'ai', 'mixed', 'unknown']),
  model_id: z.string().max(250).exactOptional(),
});

const range = z
  .strictObject({
    start_line: z.int().min(1),
    end_line: z.int().min(1),
    content_hash: z.string().exactOptional(),
    contributor: contributor.exactOptional(),
  })
  .refine(({ start_line: start, end_line: end }) => start <= end);

const conversation = z.strictObject({
  url: z.url().exactOptional(),
  contributor: contributor.exactOptional(),
  ranges: z.array(range),
  related: z.array(z.strictObject({ type: z.string(), url: z.url() })).exactOptional(),
});

export const agentTraceSchema = z.strictObject({
  version: z.string().regex(/^[0-9]+\.[0-9]+$/),
  id: z.uuid(),
  timestamp: z.iso.datetime(),
  vcs: z.strictObject({ type: z.enum(['git', 'jj', 'hg', 'svn']), revision: z.string() }).exactOptional(),
  tool: z.strictObject({ name: z.string(), version: z.string() }).exactOptional(),
  files: z.array(z.strictObject({ path: z.string(), conversations: z.array(conversation) })),
  metadata: z.record(z.string(), z.unknown()).exactOptional(),
});
