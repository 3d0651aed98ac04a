import type { RookError } from '@rook/contract';

/** Why a set is not applied, and because of which file. */
export interface Refusal {
  readonly path: string | null;
  readonly error: RookError;
}
