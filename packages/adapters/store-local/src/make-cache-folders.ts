import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import type { CacheFolders } from '@rook/engine';

/** Makes folders of package managers, as these would. What cannot be made is left out: the program itself says what it misses. */
export function makeCacheFolders({ home, folders }: CacheFolders): void {
  if (!existsSync(home)) return;
  for (const folder of folders) {
    try {
      mkdirSync(join(home, folder), { recursive: true, mode: 0o700 });
    } catch {
      continue;
    }
  }
}
