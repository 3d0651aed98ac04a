import { unlink } from 'node:fs/promises';

import { fail, rookError, succeed, type ContentHash, type Result } from '@rook/contract';

import { expectContent, isUnchanged, stale } from './expect-content.ts';
import { locatePath } from './locate-path.ts';
import { systemReason } from './system-reason.ts';

/** Removes a file if it still has the content that is expected. */
export async function removeFile(root: string, path: string, expected: ContentHash): Promise<Result<void>> {
  const place = await locatePath(root, path);
  if (!place.ok) return place;
  const compared = await expectContent(place.value, expected);
  if (!compared.ok) return compared;
  try {
    if (!(await isUnchanged(place.value, compared.value))) return fail(stale(place.value));
    await unlink(place.value.real);
    return succeed(undefined);
  } catch (error) {
    return fail(
      rookError('not_writable', `${path} could not be removed: ${systemReason(error)}. Nothing was changed.`),
    );
  }
}
