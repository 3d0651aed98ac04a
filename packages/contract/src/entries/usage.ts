import * as z from 'zod';

/** Tokens and money of one model call or of several; each kind of token in its own bucket. */
export const usageSchema = z.looseObject({
  input_tokens: z.int().min(0),
  output_tokens: z.int().min(0),
  cache_read_tokens: z.int().min(0).exactOptional(),
  cache_write_tokens: z.int().min(0).exactOptional(),
  reasoning_tokens: z.int().min(0).exactOptional(),
  /** US dollars; null when the price is not known. */
  cost_usd: z.number().min(0).nullable(),
  /** The provider did not say all of it: what is missing was estimated, rather too high than too low. */
  estimated: z.literal(true).exactOptional(),
});
export type Usage = z.infer<typeof usageSchema>;
