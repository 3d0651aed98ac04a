import type { ContentHash } from '@rook/contract';

import type { HistorySet } from '../journal/history-set.ts';
import { compareBytes } from './carry-lines.ts';
import type { LineHunk } from './diff-lines.ts';
import type { LineOrigin, LostCause } from './line-runs.ts';

/** The contents that the change sets name. */
export interface KeptContents {
  /** Null where they are not kept any more. */
  readonly bytes: (hash: ContentHash) => Promise<Uint8Array | null>;
  /** Why they are not. */
  readonly lost: (hash: ContentHash) => LostCause;
}

/** Where two kept contents differ by lines; null where one is no text. */
export async function compareKept(
  kept: KeptContents,
  before: ContentHash | null,
  after: ContentHash,
): Promise<readonly LineHunk[] | null | { readonly lost: ContentHash }> {
  const old = before === null ? null : await kept.bytes(before);
  if (before !== null && old === null) return { lost: before };
  const fresh = await kept.bytes(after);
  return fresh === null ? { lost: after } : compareBytes(old, fresh);
}

export function lostOrigin(kept: KeptContents, hash: ContentHash, since: HistorySet): LineOrigin {
  return { kind: 'unknown', cause: kept.lost(hash), since };
}
