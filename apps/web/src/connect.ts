import type { Workbench } from '@rook/contract';

/** How this page reaches the engine; null: whoever opened it brought no key. */
export function connect(): Workbench | null {
  return null;
}
