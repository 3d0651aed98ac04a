import * as z from 'zod';

import { ERRORS, type ErrorCode, type RookError } from './errors.ts';
import { fail, succeed, type Result } from './result.ts';

export const codeSchema = z.custom<ErrorCode>(
  (code) => typeof code === 'string' && Object.hasOwn(ERRORS, code),
  {
    error: 'this code is not known',
  },
);

const errorSchema = z.object({
  code: codeSchema,
  kind: z.enum(['invalid', 'denied', 'error']),
  message: z.string(),
  retryable: z.boolean(),
});

/** Reads a failure that came over a wire; the failure of reading it is a sentence about its shape. */
export function parseError(unknownValue: unknown): Result<RookError, string> {
  const parsed = errorSchema.safeParse(unknownValue);
  return parsed.success ? succeed(parsed.data) : fail(z.prettifyError(parsed.error));
}
