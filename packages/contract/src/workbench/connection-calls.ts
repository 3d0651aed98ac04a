import * as z from 'zod';

import { PROVIDERS } from '../models/providers.ts';
import { defineCall } from './define-call.ts';

const LONGEST = 10_000;
const word = z.string().min(1).max(LONGEST).exactOptional();

/** What a person fills in. The key goes to the model and to where keys are kept; no answer holds it. */
const connectionFields = {
  provider: z.enum(PROVIDERS).exclude(['scripted']),
  baseUrl: word,
  region: word,
  apiVersion: word,
  /** Left out: the one that the provider has by default. */
  model: word,
  /** Left out or empty: there is none. */
  key: z.string().max(LONGEST).exactOptional(),
};

/** What a surface asks to connect a model. */
export const connectionCalls = {
  /** Really asks the model once; nothing is kept. */
  connection_test: defineCall(
    z.strictObject({ ...connectionFields, name: word }),
    z.object({
      ok: z.boolean(),
      /** What failed, one of the closed list. */
      code: z.string().exactOptional(),
      /** One sentence for a person, to act on where it failed. */
      message: z.string(),
      /** The one that was asked; null where none was found to ask. */
      model: z.string().nullable(),
      /** What it cost; null where nobody knows. */
      costUsd: z.number().min(0).nullable(),
    }),
  ),
  /** Keeps it, and the key where keys are kept. `exists` where the name is taken. */
  connection_keep: defineCall(
    z.strictObject({ ...connectionFields, name: z.string().min(1).max(LONGEST), use: z.boolean() }),
    z.object({
      name: z.string(),
      /** Where it was written. */
      path: z.string(),
      /** Where the key is; null when there is none. */
      keyPlace: z.string().nullable(),
      /** It answers from now on. False also where a variable of the environment says otherwise. */
      inUse: z.boolean(),
    }),
  ),
} as const;
