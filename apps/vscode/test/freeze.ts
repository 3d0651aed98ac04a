import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Lets nobody write to a file or into a folder, not even root; or lets them again. */
export function freeze(path: string, isFrozen: boolean): boolean {
  return spawnSync('chattr', [isFrozen ? '+i' : '-i', path]).status === 0;
}

/** Whether this machine can do that. */
export const canFreeze = tryFreeze();

function tryFreeze(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'rook-freeze-'));
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const isPossible = freeze(file, true) && freeze(file, false);
  rmSync(folder, { recursive: true, force: true });
  return isPossible;
}
