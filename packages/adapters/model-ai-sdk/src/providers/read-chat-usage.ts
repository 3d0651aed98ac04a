import type { LanguageModelV4Usage } from '@ai-sdk/provider';

import { readField } from '../read-field.ts';

/**
 * Token counts of Chat Completions. OpenAI counts thinking among the completion, xAI and some others beside it; the
 * total tells, and where there is none, `isApart` does.
 */
export function readChatUsage(usage: unknown, isApart: boolean): LanguageModelV4Usage {
  const prompt = readNumber(usage, 'prompt_tokens');
  const completion = readNumber(usage, 'completion_tokens');
  const total = readNumber(usage, 'total_tokens');
  const cacheRead = readNumber(readField(usage, 'prompt_tokens_details'), 'cached_tokens');
  const reasoning = readNumber(readField(usage, 'completion_tokens_details'), 'reasoning_tokens');
  const written =
    total === undefined || prompt === undefined
      ? addThinking(completion, reasoning, isApart)
      : Math.max(completion ?? 0, total - prompt);
  return {
    inputTokens: {
      total: prompt,
      noCache: prompt === undefined ? undefined : prompt - (cacheRead ?? 0),
      cacheRead: cacheRead ?? (prompt === undefined ? undefined : 0),
      cacheWrite: undefined,
    },
    outputTokens: {
      total: written,
      text: written === undefined ? undefined : Math.max(0, written - (reasoning ?? 0)),
      reasoning: reasoning ?? (written === undefined ? undefined : 0),
    },
  };
}

/** More thinking than completion cannot be a part of it. */
function addThinking(
  completion: number | undefined,
  reasoning: number | undefined,
  isApart: boolean,
): number | undefined {
  if (completion === undefined || reasoning === undefined) return completion;
  return isApart || reasoning > completion ? completion + reasoning : completion;
}

/** A number that cannot be a count is none. */
function readNumber(value: unknown, name: string): number | undefined {
  const count = readField(value, name);
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
