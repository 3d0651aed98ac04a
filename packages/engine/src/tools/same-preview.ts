import { rookError } from '@rook/contract';

import type { PreviewedFile } from './tool.ts';

/** What was approved is not what would be written now. */
export const APPROVAL_VOID = rookError(
  'approval_void',
  'What was approved is not what would be written now, because the files have changed since; nothing was written. Read them again and make the change anew.',
);

export function isSamePreview(approved: readonly PreviewedFile[], now: readonly PreviewedFile[]): boolean {
  const keys = new Set(approved.map(previewKey));
  return approved.length === now.length && now.every((file) => keys.has(previewKey(file)));
}

function previewKey({ path, before, after }: PreviewedFile): string {
  return JSON.stringify([path, before, after]);
}
