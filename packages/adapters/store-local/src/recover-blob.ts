import { readdirSync } from 'node:fs';
import { rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const REMOVING = /^\.[0-9a-f]{12}\.removing$/;

/** The name under which a blob is looked at once more before it is removed. */
export function removingName(path: string, digits: string): string {
  return `${path}.${digits}.removing`;
}

/** The blob whose file this is, also of one that was about to be removed when its process was killed. */
export function blobOfFile(name: string): string | undefined {
  const match = /^([0-9a-f]{64})\.zst(.*)$/.exec(name);
  const [, digits, rest = ''] = match ?? [];
  return rest === '' || REMOVING.test(rest) ? digits : undefined;
}

/** Gives a blob its name back when a purge was killed between taking it away and removing it. */
export async function recoverBlob(path: string): Promise<void> {
  const folder = dirname(path);
  const own = basename(path);
  const names = listNames(folder);
  const left = names.filter((name) => name.startsWith(own) && REMOVING.test(name.slice(own.length)));
  for (const name of left) {
    if (names.includes(own)) await unlink(join(folder, name)).catch(() => undefined);
    else await rename(join(folder, name), path).catch(() => undefined);
  }
}

/** None where the folder cannot be read. */
export function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
