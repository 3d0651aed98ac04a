import type { Dialect } from './dialect.ts';
import { isObject, type JsonObject } from './read-field.ts';

export interface TokenCounts {
  readonly input?: number | null;
  readonly cacheRead?: number | null;
  readonly cacheWrite?: number | null;
  readonly output?: number | null;
  readonly reasoning?: number | null;
}

/** Counts as each dialect words them; the totals include what each of them includes. Grok counts thinking apart. */
export function writeUsage(dialect: Dialect, counts: TokenCounts, isGrok = false): JsonObject {
  const [input, read, write] = [counts.input ?? 0, counts.cacheRead ?? 0, counts.cacheWrite ?? 0];
  const [output, reasoning] = [counts.output ?? 0, counts.reasoning ?? 0];
  const all = input + read + write;
  switch (dialect) {
    case 'chat':
      return {
        prompt_tokens: all,
        completion_tokens: isGrok ? output - reasoning : output,
        total_tokens: all + output,
        prompt_tokens_details: { cached_tokens: read },
        completion_tokens_details: { reasoning_tokens: reasoning },
      };
    case 'responses':
      return {
        input_tokens: all,
        input_tokens_details: { cached_tokens: read },
        output_tokens: output,
        output_tokens_details: { reasoning_tokens: reasoning },
        total_tokens: all + output,
      };
    case 'messages':
      return {
        input_tokens: input,
        cache_read_input_tokens: read,
        cache_creation_input_tokens: write,
        output_tokens: output,
      };
    case 'gemini':
      return {
        promptTokenCount: all,
        cachedContentTokenCount: read,
        candidatesTokenCount: output - reasoning,
        thoughtsTokenCount: reasoning,
        totalTokenCount: all + output,
      };
  }
}

/** Puts counts into a frame in place of those that stand there, however deep; null takes them out. */
export function replaceUsage(value: unknown, usage: JsonObject | null): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => replaceUsage(item, usage));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== 'usage' && name !== 'usageMetadata') return [[name, replaceUsage(inner, usage)]];
    if (!isObject(inner)) return [[name, inner]];
    return usage === null ? [] : [[name, usage]];
  });
  return Object.fromEntries(fields);
}
