import { createHash } from 'node:crypto';

import type { EntryBase } from '@rook/contract';

/** A UUID of version 4 in its form, made from the entry: the same entry always has the same, so a line is never there twice. */
export function traceId({ session_id: session, event_id: id }: EntryBase): string {
  const digest = createHash('sha256').update(`agent_trace\n${session}\n${id}`).digest('hex');
  const variant = (8 + (Number.parseInt(digest.slice(16, 17), 16) % 4)).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
