import { fail, rookError, succeed, type Result, type Workbench } from '@rook/contract';

import type { DraftImage } from './parse-draft.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const MOST_BYTES = 8 * 1024 * 1024;

/** Hands the bytes to the engine, which keeps them; the message will name them. */
export async function keepImage(
  workbench: Pick<Workbench, 'keepBlob'>,
  file: File,
): Promise<Result<DraftImage>> {
  if (file.size > MOST_BYTES)
    return fail(rookError('too_large', `${file.name} is larger than 8 MB. Make it smaller.`));
  const kept = await workbench.keepBlob(new Uint8Array(await file.arrayBuffer()));
  return kept.ok ? succeed({ blob: kept.value, mediaType: file.type, name: file.name }) : kept;
}

/** Only files that a person gives on purpose: dragged text and copied cells come with pictures of themselves. */
export function listFiles(data: DataTransfer | null): readonly File[] {
  if (data === null || (data.types.includes('text/plain') && !data.types.includes('Files'))) return [];
  return [...data.files];
}
