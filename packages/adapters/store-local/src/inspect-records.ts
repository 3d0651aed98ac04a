import { constants, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { systemReason } from './system-reason.ts';

interface LogTail {
  readonly name: string;
  readonly bytes: number;
  readonly lines: readonly string[];
}

const TAIL_BYTES = 64_000;

/** The last lines of the logs that were written last. What cannot be read says why instead. */
export async function readLogTails(
  home: string,
  limits: { readonly files: number; readonly lines: number },
): Promise<readonly LogTail[]> {
  const folder = join(home, 'logs');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.log'));
  const found = await Promise.all(
    names.map(async (name) => ({ name, state: await lstat(join(folder, name)).catch(() => null) })),
  );
  const newest = found
    .flatMap(({ name, state }) => (state?.isFile() === true ? [{ name, state }] : []))
    .toSorted((a, b) => b.state.mtimeMs - a.state.mtimeMs)
    .slice(0, limits.files);
  return Promise.all(
    newest.map(async ({ name, state }) => {
      const lines = await readTail(join(folder, name), state.size).catch((error: unknown) => [
        `cannot be read: ${systemReason(error)}`,
      ]);
      return { name, bytes: state.size, lines: lines.slice(-limits.lines) };
    }),
  );
}

async function readTail(path: string, size: number): Promise<readonly string[]> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const start = Math.max(0, size - TAIL_BYTES);
    const buffer = Buffer.alloc(TAIL_BYTES);
    const { bytesRead } = await file.read(buffer, 0, TAIL_BYTES, start);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // What the first line began with was not read: a part of a secret could no longer be told from other text.
    return lines.slice(start === 0 ? 0 : 1).filter((line) => line !== '');
  } finally {
    await file.close();
  }
}

/** How large the index of a folder is; null where there is none. */
export async function inspectIndex(folder: string): Promise<{ readonly bytes: number } | null> {
  const found = await lstat(join(folder, 'index.sqlite')).catch(() => null);
  return found?.isFile() === true ? { bytes: found.size } : null;
}
