import type { FileWrite } from '@rook/engine';

import type { Place } from './locate-path.ts';

/** A change, and where its file really lies. */
export interface PlacedChange {
  readonly change: FileWrite;
  readonly place: Place;
  /** Of a file inside of the path of another change: where that one lies. One of the two gives way to the other. */
  readonly outer: Place | null;
  /** Whether it lies inside of another one, or another inside of it. */
  readonly changesKind: boolean;
}
