import { succeed, type ContentHash, type Result } from '@rook/contract';

import type { Blobs } from '../ports/store.ts';

/** A result as the model is given it. */
export interface LimitedResult {
  readonly text: string;
  /** Where it is only a part: the whole. */
  readonly whole?: { readonly blob: ContentHash; readonly chars: number };
}

/** Room for the sentence about the rest. */
const NOTE_CHARACTERS = 300;

/** A cap for the model; the whole goes to a blob that it may page through. */
export async function limitResult(
  text: string,
  mostCharacters: number,
  blobs: Blobs,
): Promise<Result<LimitedResult>> {
  if (text.length <= mostCharacters) return succeed({ text });
  const kept = await blobs.put(new TextEncoder().encode(text));
  if (!kept.ok) return kept;
  const shown = wholeCharacters(text, Math.max(0, mostCharacters - NOTE_CHARACTERS));
  const name = resultName(kept.value);
  const note = `[The result has ${text.length} characters; these are the first ${shown.length}. read_result with {"result": "${name}", "start": ${shown.length}} goes on.]`;
  return succeed({ text: `${shown}\n\n${note}`, whole: { blob: kept.value, chars: text.length } });
}

const NAME_DIGITS = 12;

/** The name under which the model asks for the rest. */
export function resultName(blob: ContentHash): string {
  return blob.slice('sha256:'.length, 'sha256:'.length + NAME_DIGITS);
}

/** Does not cut a character of two units in half. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length - 1 : length);
}
