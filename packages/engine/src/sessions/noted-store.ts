import type { SessionId } from '@rook/contract';

import type { Store } from '../ports/store.ts';

/** Remembers whose changes are being written, so that somebody can look after them when the process dies. */
export function notedStore(store: Store, session: SessionId): Pick<Store, 'changing' | 'blobs'> {
  return {
    blobs: store.blobs,
    changing: async (work, wait) => store.changing(work, { ...wait, session }),
  };
}
