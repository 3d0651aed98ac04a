import { fail, rookError, succeed } from '@rook/contract';

import { contentHash } from '../content-hash.ts';
import type { OutputDraft } from '../kept-outputs.ts';
import { joined } from './join-bytes.ts';

/** Bytes on their way into these blobs; `left` is shown what of them the next process would find. */
export function createFakeDraft(
  blobs: Map<string, Uint8Array>,
  left: (bytes: Uint8Array | null) => void = () => undefined,
): OutputDraft {
  let all: Uint8Array | null = new Uint8Array();
  const over = fail(rookError('not_writable', 'Nothing can be added to these bytes any more.'));
  return {
    add: async (bytes) => {
      if (all === null) return over;
      all = joined(all, bytes);
      left(all.subarray(0, foundOf(all)));
      return succeed(undefined);
    },
    waiting: async () => {
      if (all === null) return over;
      return succeed({ found: foundOf(all), behind: all.slice(foundOf(all)) });
    },
    keep: async (named) => {
      if (all === null) return over;
      const hash = contentHash(all);
      const kept = all;
      all = null;
      left(kept);
      await named(hash);
      blobs.set(hash, kept);
      left(null);
      return succeed(hash);
    },
    drop: async () => {
      if (all !== null) left(null);
      all = null;
    },
  };
}

/** Here too, only whole parts are found before the end. */
const PART_BYTES = 4096;

function foundOf({ length }: Uint8Array): number {
  return length - (length % PART_BYTES);
}
