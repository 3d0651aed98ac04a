import type { JSONObject, SharedV4ProviderOptions } from '@ai-sdk/provider';

import { readField } from '../read-field.ts';

/** Reads a seal back: what one provider wants returned, under that provider's name; undefined when it is not its own. */
export function readSeal(seal: string | undefined, provider: string): SharedV4ProviderOptions | undefined {
  if (seal === undefined) return undefined;
  try {
    const own = readField(JSON.parse(seal), provider);
    return isJsonObject(own) ? { [provider]: own } : undefined;
  } catch {
    return undefined;
  }
}

/** True of what JSON can say; nothing else comes out of a parser. */
function isJsonObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
