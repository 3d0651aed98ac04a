import type { JSX } from 'react';

/** The place of text that is still on its way, of about the size it will have. */
export function Skeleton({
  width,
  height,
}: {
  readonly width: string;
  readonly height?: number;
}): JSX.Element {
  return (
    <span className="skeleton" aria-hidden style={{ width, ...(height === undefined ? {} : { height }) }} />
  );
}
