import * as z from 'zod';

import { PROVIDERS } from './providers.ts';

const modelName = z.string().min(1).max(200).exactOptional();

/**
 * Exactly two slashes, then host and path alone. Clients also read other spellings, with more slashes or with
 * backslashes, some of which hide a user and a password.
 */
const BARE = /^https?:\/\/[^\s/\\?#@]+(?:\/[^\s\\?#]*)?$/i;

/** How to reach a model. A key is never part of it: keys live in the keychain or the encrypted file. */
export const connectionSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  provider: z.enum(PROVIDERS),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .regex(BARE, 'an address with a user, a password, a query or a fragment in it; a key is kept elsewhere')
    .exactOptional(),
  region: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,99}$/i)
    .exactOptional(),
  apiVersion: z.string().min(1).max(100).exactOptional(),
  /** The file that a scripted connection plays. */
  script: z.string().min(1).exactOptional(),
  /** The connection's own models by role, instead of its provider's. */
  models: z
    .strictObject({ main: modelName, fast: modelName, vision: modelName, image: modelName })
    .exactOptional(),
});
export type Connection = z.infer<typeof connectionSchema>;
