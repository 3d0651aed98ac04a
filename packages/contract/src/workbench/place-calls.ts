import * as z from 'zod';

import { intentIdSchema } from '../ids.ts';
import { defineCall } from './define-call.ts';

const intentSchema = z.object({
  id: intentIdSchema,
  name: z.string(),
  status: z.enum(['PENDING', 'IN_PROGRESS', 'COMPLETED', 'BLOCKED']),
  ownedScope: z.array(z.string()),
  constraints: z.array(z.string()),
  acceptanceCriteria: z.array(z.string()),
  isDraft: z.boolean(),
});
export type IntentView = z.infer<typeof intentSchema>;

/** What the workbench works on and with. */
const aboutSchema = z.object({
  product: z.string(),
  version: z.string(),
  workspace: z.object({ name: z.string(), path: z.string() }).nullable(),
  isGoverned: z.boolean(),
  /** The model that answers; null where none can. */
  connection: z.object({ name: z.string(), provider: z.string(), model: z.string() }).nullable(),
  /** Why none can, and what to do. */
  missing: z.string().exactOptional(),
  /** Models that can be chosen. */
  models: z.array(z.string()),
  mode: z.enum(['safe', 'ask', 'allow']),
  spend: z.object({
    /** What was spent today, by all sessions of this user. */
    dayUsd: z.number().min(0).nullable(),
    dayLimitUsd: z.number().min(0).nullable(),
    sessionLimitUsd: z.number().min(0).nullable(),
  }),
  /** What sessions can be given, in its order. */
  offers: z.object({ statuses: z.array(z.string()), labels: z.array(z.string()) }),
  /** The setting `ui.theme`; a surface that has themes of its own leaves it out. */
  theme: z.string().exactOptional(),
  /** Sentences about settings that do not count. */
  problems: z.array(z.string()),
  /** It works on a scratch copy with a scripted model. */
  isTour: z.boolean(),
  /** Of a tour: where the workbench is that offered it. */
  homeUrl: z.string().exactOptional(),
});
export type About = z.infer<typeof aboutSchema>;

const lists = {
  ownedScope: z.array(z.string().min(1)),
  constraints: z.array(z.string().min(1)),
  acceptanceCriteria: z.array(z.string().min(1)),
};

const MOST_PATHS = 500;

/** What a surface asks about the workspace: its files, its intents, what is connected. */
export const placeCalls = {
  about: defineCall(z.strictObject({}), aboutSchema),
  /** Paths that fit what was typed, best first. */
  file_find: defineCall(
    z.strictObject({ text: z.string().max(500), limit: z.int().min(1).max(100).exactOptional() }),
    z.object({ paths: z.array(z.string()) }),
  ),
  file_show: defineCall(
    z.strictObject({ path: z.string().min(1) }),
    z.object({
      /** Null for what is no text, or too large to show. */
      text: z.string().nullable(),
      sha256: z.string(),
      size: z.int().min(0),
    }),
  ),
  /** What the files hold now; null: there is none. */
  file_hashes: defineCall(
    z.strictObject({ paths: z.array(z.string().min(1)).max(MOST_PATHS) }),
    z.object({ files: z.array(z.object({ path: z.string(), sha256: z.string().nullable() })) }),
  ),
  intent_list: defineCall(
    z.strictObject({}),
    z.object({
      isGoverned: z.boolean(),
      intents: z.array(intentSchema),
      /** Why they cannot be read. */
      problem: z.string().exactOptional(),
    }),
  ),
  intent_create: defineCall(
    z.strictObject({ id: intentIdSchema, name: z.string().min(1), ...lists }),
    z.object({ intent: intentSchema }),
  ),
  /** Makes the intent say exactly this; `confirm`: a draft is one no more. */
  intent_edit: defineCall(
    z.strictObject({
      id: intentIdSchema,
      name: z.string().min(1).exactOptional(),
      status: z.enum(['PENDING', 'IN_PROGRESS', 'COMPLETED', 'BLOCKED']).exactOptional(),
      ownedScope: lists.ownedScope.exactOptional(),
      constraints: lists.constraints.exactOptional(),
      acceptanceCriteria: lists.acceptanceCriteria.exactOptional(),
      confirm: z.literal(true).exactOptional(),
    }),
    z.object({ intent: intentSchema }),
  ),
} as const;
