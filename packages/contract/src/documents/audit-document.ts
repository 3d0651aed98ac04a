import * as z from 'zod';

import { sessionIdSchema } from '../ids.ts';

/** One answer of a model, unprocessed, with what it answered. */
const auditPairSchema = z.object({
  pairIndex: z.int().min(0),
  timestamp: z.string(),
  userMessage: z.string(),
  fullGeneration: z.string(),
  systemPromptPreview: z.string(),
  model: z.string(),
  finishReason: z.string().nullable(),
  tokensIn: z.int().min(0).nullable(),
  tokensOut: z.int().min(0).nullable(),
});
export type AuditPair = z.infer<typeof auditPairSchema>;

/** The unprocessed answers of a session, kept when the setting `journal.audit` says so: document `debug:<session>`. */
export const auditDocumentSchema = z.object({
  docType: z.literal('chatAudit'),
  sessionId: sessionIdSchema,
  projectId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  pairs: z.array(auditPairSchema),
});
export type AuditDocument = z.infer<typeof auditDocumentSchema>;
