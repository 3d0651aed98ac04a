import type { KeptBytes } from '@rook/engine';

import { parseListings, writeListings } from './parse-listings.ts';
import type { FolderListing, FolderListings } from './survey-folder.ts';

/** What was in the folders of a workspace at the last look, also at that of an earlier process. */
export interface FolderMemory {
  load(): Promise<FolderListings>;
  /** Keeps it for the next process, where enough of it is new. */
  keep(): Promise<void>;
}

/** Reading so many folders again takes less than writing all of them down. */
const FEW_FOLDERS = 50;

export function createFolderMemory(kept: KeptBytes | null): FolderMemory {
  let loading: Promise<FolderListings> | null = null;
  let written = new WeakSet<FolderListing>();

  async function load(): Promise<FolderListings> {
    const bytes = (await kept?.read()) ?? null;
    const listings = bytes === null ? new Map<string, FolderListing>() : parseListings(bytes);
    written = new WeakSet(listings.values());
    return listings;
  }

  return {
    load: async () => {
      loading ??= load();
      return loading;
    },
    keep: async () => {
      if (kept === null || loading === null) return;
      const listings = await loading;
      const fresh = [...listings.values()].filter((one) => !written.has(one));
      if (fresh.length <= FEW_FOLDERS) return;
      written = new WeakSet(listings.values());
      await kept.write(writeListings(listings));
    },
  };
}
