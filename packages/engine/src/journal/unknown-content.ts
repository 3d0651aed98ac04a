import { contentHashSchema, type ContentHash } from '@rook/contract';

/** Stands for bytes that nobody has: no content has this hash, so nothing can be brought back by it. */
export const UNKNOWN_CONTENT: ContentHash = contentHashSchema.parse(`sha256:${'0'.repeat(64)}`);
