import { succeed, type Result } from '@rook/contract';

import { replaceFile } from './replace-file.ts';

interface FileUpdate<Content> {
  readonly read: () => Promise<Result<Content | null>>;
  /** Null where nothing is to be written. May be called more than once. */
  readonly change: (content: Content | null) => Promise<Result<Content | null>>;
  /** Where it is to be written, found when it is known that it will be. */
  readonly place: () => Promise<Result<string>>;
}

/** Somebody saves the file each time. */
const MOST_TRIES = 5;

/**
 * Replaces a file that people change too, who hold no lock: what one of them saves while it is being changed is not lost, but changed in
 * its turn.
 */
export async function updateFile<Content extends string | Uint8Array>(
  { read, change, place }: FileUpdate<Content>,
  tries = MOST_TRIES,
): Promise<Result<void>> {
  const before = await read();
  const changed = before.ok ? await change(before.value) : before;
  if (!before.ok || !changed.ok) return changed.ok ? succeed(undefined) : changed;
  if (changed.value === null) return succeed(undefined);
  const path = await place();
  if (!path.ok) return path;
  const written = await replaceFile(path.value, changed.value, { expects: before.value });
  const isStale = !written.ok && written.error.code === 'stale_file';
  return isStale && tries > 1 ? updateFile({ read, change, place }, tries - 1) : written;
}
