import type { ContentHash } from '@rook/contract';

import type { HistorySet } from '../journal/history-set.ts';
import { diffLines, type LineHunk } from './diff-lines.ts';
import { decodeText, splitLines } from './file-text.ts';
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
  return fresh === null ? { lost: after } : compareTexts(old, fresh);
}

/**
 * Where two contents differ by lines; null where one is no text. Whether the last line is ended does not count: who adds a line
 * behind it has not written it.
 */
export function compareTexts(before: Uint8Array | null, after: Uint8Array | null): LineHunk[] | null {
  const [old, fresh] = [readLines(before), readLines(after)];
  return old === null || fresh === null ? null : diffLines(old, fresh);
}

/** Null for what is no text. */
export function readLines(bytes: Uint8Array | null): string[] | null {
  if (bytes === null) return [];
  const text = decodeText(bytes);
  return text === null ? null : splitLines(text.text);
}

export function lostOrigin(kept: KeptContents, hash: ContentHash, since: HistorySet): LineOrigin {
  const cause = kept.lost(hash);
  return {
    kind: 'unknown',
    cause: cause === 'missing' && since.ledger !== undefined ? 'ledger' : cause,
    since,
  };
}
