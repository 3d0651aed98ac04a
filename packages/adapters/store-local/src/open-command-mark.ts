import { randomUUID } from 'node:crypto';
import { closeSync, openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CommandMark } from '@rook/engine';

/**
 * A file that has no name any more. Nobody can open it, so whoever holds it was given it. It is open for reading alone, and its mode lets
 * nobody write into it by another way. Null where none can be made, or where nobody could see who holds it.
 */
export function openCommandMark(folder: string = tmpdir()): CommandMark | null {
  if (process.platform !== 'linux') return null;
  const path = join(folder, `rook-command-${randomUUID()}`);
  try {
    closeSync(openSync(path, 'wx', 0o400));
  } catch {
    return null;
  }
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    unlinkSync(path);
  } catch {
    if (file !== null) closeSync(file);
    return null;
  }
  const opened = file;
  return { file: opened, close: () => closeSync(opened) };
}
