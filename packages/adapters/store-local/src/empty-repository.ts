import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { removeLeft } from './scratch-folder.ts';

const PREFIX = 'rook-git-';

/** One for the whole process; it goes away with it. */
let made: string | null = null;

/** A git folder that holds nothing and sets nothing, made when it is first wanted. Null where none can be made. */
export function findEmptyRepository(): string | null {
  if (made !== null && existsSync(join(made, 'HEAD'))) return made;
  const isFirst = made === null;
  made = make();
  if (isFirst) {
    process.once('exit', () => made !== null && rmSync(made, { recursive: true, force: true }));
    void removeLeft(tmpdir(), PREFIX, new Date());
  }
  return made;
}

/** At once, because a look waits for it. Git wants to find no more in such a folder; without a file of settings there are none. */
function make(): string | null {
  try {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), PREFIX)));
    for (const name of ['objects', 'refs']) mkdirSync(join(folder, name), { mode: 0o700 });
    writeFileSync(join(folder, 'process'), `${process.pid}\n`, { mode: 0o600 });
    writeFileSync(join(folder, 'HEAD'), 'ref: refs/heads/none\n', { mode: 0o600 });
    return folder;
  } catch {
    return null;
  }
}
