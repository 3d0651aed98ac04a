import type { JSX } from 'react';

/** Something runs; the label says what, for who cannot see it turn. */
export function Spinner({ label }: { readonly label: string }): JSX.Element {
  return <span className="spinner" role="status" aria-label={label} />;
}
