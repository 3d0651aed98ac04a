import type { JSX } from 'react';

/** Small facts in a line that breaks between them and never within one. */
export function Facts({ facts }: { readonly facts: readonly string[] }): JSX.Element {
  return (
    <span className="facts">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </span>
  );
}
