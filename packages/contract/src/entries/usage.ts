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
});
export type Usage = z.infer<typeof usageSchema>;
