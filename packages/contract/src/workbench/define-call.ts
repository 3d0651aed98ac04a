import type * as z from 'zod';

/** One thing that a surface may ask: the shape of what it gives, and of what it gets. */
export interface CallDefinition<Input extends z.ZodType, Output extends z.ZodType> {
  readonly input: Input;
  readonly output: Output;
}

export function defineCall<Input extends z.ZodType, Output extends z.ZodType>(
  input: Input,
  output: Output,
): CallDefinition<Input, Output> {
  return { input, output };
}
