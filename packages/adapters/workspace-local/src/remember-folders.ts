import { CHANGED, STAMP_NUMBERS, type KeptBytes } from '@rook/engine';

import { knowNothing, STALE, type FolderKnowledge, type FolderListing } from './folder-knowledge.ts';
import { parseListings, parseSource, writeListings, writeSource } from './parse-listings.ts';
import type { EarlierLook } from './take-over.ts';

/** What was in the folders of a workspace at the last look, also at that of an earlier process. */
export interface FolderMemory {
  load(): Promise<FolderKnowledge>;
  /** Keeps it for the next process, where enough of it is new. */
  keep(): Promise<void>;
}

/** Reading so many folders again, or looking at so many files, takes less than writing all of them down. */
const FEW_FOLDERS = 50;
const FEW_FILES = 2000;

/** `keptNotes` is where it is kept what the notes were read from. */
export function createFolderMemory(kept: KeptBytes | null, keptNotes: KeptBytes | null = null): FolderMemory {
  let loading: Promise<FolderKnowledge> | null = null;
  let written = new WeakSet<FolderListing>();
  let numbers: EarlierLook | null = null;
  let hasKeptNotes = false;
  let noted: string | null = null;

  async function load(): Promise<FolderKnowledge> {
    const bytes = (await kept?.read()) ?? null;
    const known = bytes === null ? knowNothing() : parseListings(bytes);
    written = new WeakSet(known.listings.values());
    if (known.earlier !== null) {
      const { key } = known.earlier;
      known.earlier = { ...known.earlier, source: async () => readSource(keptNotes, key) };
      noted = key;
    }
    numbers = known.earlier;
    return known;
  }

  async function keepSource({ key, source }: EarlierLook): Promise<void> {
    if (key === null || key === noted || keptNotes === null) return;
    noted = key;
    const bytes = await source();
    if (bytes !== null) await keptNotes.write(writeSource(key, bytes));
  }

  return {
    load: async () => {
      loading ??= load();
      return loading;
    },
    keep: async () => {
      if (kept === null || loading === null) return;
      const known = await loading;
      const fresh = [...known.listings.values()].filter((one) => one.changed !== STALE && !written.has(one));
      const isMuch = fresh.length > FEW_FOLDERS || countOther(numbers, known.earlier) > FEW_FILES;
      // Notes become others all the time while somebody works; it is worth it for a process that looks once.
      const isOnlyNoted = !isMuch && numbers?.key !== known.earlier?.key && !hasKeptNotes;
      if (!isMuch && !isOnlyNoted) return;
      hasKeptNotes ||= isOnlyNoted;
      written = new WeakSet(known.listings.values());
      numbers = known.earlier;
      await kept.write(writeListings(known));
      if (known.earlier !== null) await keepSource(known.earlier);
    },
  };
}

async function readSource(kept: KeptBytes | null, key: string | null): Promise<Uint8Array | null> {
  const bytes = key === null ? null : ((await kept?.read()) ?? null);
  return key === null || bytes === null ? null : parseSource(key, bytes);
}

/** Of how many files something else was written down than is known now. */
function countOther(written: EarlierLook | null, now: EarlierLook | null): number {
  if (now === null) return 0;
  let count = 0;
  for (const [folder, block] of now.folders) {
    const old = written?.folders.get(folder);
    const isSame = old?.names === block.names && old.count === block.count;
    for (let index = 0; index < block.count; index += 1) {
      const place = index * STAMP_NUMBERS + CHANGED;
      if (!isSame || written?.numbers[old.start + place] !== now.numbers[block.start + place]) count += 1;
    }
  }
  return count;
}
