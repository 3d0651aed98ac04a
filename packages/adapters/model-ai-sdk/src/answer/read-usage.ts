import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import type { TokenCounts } from '@rook/engine';

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
