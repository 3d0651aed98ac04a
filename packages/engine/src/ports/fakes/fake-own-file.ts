import { succeed, type Result } from '@rook/contract';

import type { OwnFile } from '../own-file.ts';

/** A file in memory; changes run one after the other, as a lock makes them. */
export function createFakeOwnFile(path: string, initial: Uint8Array | null = null): OwnFile {
  let content = initial;
  let last: Promise<unknown> = Promise.resolve();
  return {
    path,
    read: async () => succeed(content),
    update: async (change) => {
      const mine = last.then(async (): Promise<Result<void>> => {
        const changed = await change(content);
        if (!changed.ok) return changed;
        if (changed.value !== null) content = changed.value;
        return succeed(undefined);
      });
      last = mine;
      return mine;
    },
  };
}
