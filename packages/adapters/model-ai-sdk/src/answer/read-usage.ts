import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { TokenCounts } from '@rook/engine';

import { readField } from '../read-field.ts';

/**
 * Token counts, each in its own bucket. The client libraries fill in zeros where a provider said nothing; no request
 * has no tokens at all, so an input of zero means that nothing was said.
 */
export function readUsage(usage: LanguageModelV4Usage): TokenCounts {
  const cacheRead = readCount(usage.inputTokens.cacheRead);
  const cacheWrite = readCount(usage.inputTokens.cacheWrite);
  const input = readCount(usage.inputTokens.noCache ?? usage.inputTokens.total);
  const output = readCount(usage.outputTokens.total);
  const isSilent = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0) === 0;
  if (isSilent && (output ?? 0) === 0) return NOTHING_SAID;
  return {
    input: isSilent ? null : input,
    cacheRead: isSilent ? null : cacheRead,
    cacheWrite: isSilent ? null : cacheWrite,
    output,
    reasoning: readCount(usage.outputTokens.reasoning),
  };
}

type CustomPart = Extract<LanguageModelV4StreamPart, { type: 'custom' }>;

/**
 * What Claude says at the beginning of an answer; null when it is something else. How much it will write it does not
 * know yet.
 */
export function readFirstUsage({ kind, providerMetadata }: CustomPart): TokenCounts | null {
  if (kind !== 'anthropic.message_start') return null;
  const usage = readField(readField(providerMetadata, 'anthropic'), 'usage');
  const read = (name: string): number | null => {
    const count = readField(usage, name);
    return typeof count === 'number' ? readCount(count) : null;
  };
  const input = read('input_tokens');
  const [cacheRead, cacheWrite] = [read('cache_read_input_tokens'), read('cache_creation_input_tokens')];
  const isSilent = (input ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0) === 0;
  return isSilent ? null : { input, cacheRead, cacheWrite, output: null, reasoning: null };
}

const NOTHING_SAID: TokenCounts = {
  input: null,
  cacheRead: null,
  cacheWrite: null,
  output: null,
  reasoning: null,
};

/** A number that cannot be a count is none. */
function readCount(count: number | undefined): number | null {
  return count !== undefined && Number.isSafeInteger(count) && count >= 0 ? count : null;
}
