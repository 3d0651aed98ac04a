import { replySchema } from '@rook/contract';

import type { JsonValue } from './json-value.ts';

const NAMES = Object.keys(replySchema.shape);

/** Whether a value could be a reply: an object with a field of one, or a text that may hold one. */
export function isReplyLike(value: JsonValue): boolean {
  if (typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null) return false;
  return NAMES.some((name) => Object.hasOwn(value, name));
}
