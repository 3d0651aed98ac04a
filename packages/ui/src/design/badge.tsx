import type { JSX, ReactNode } from 'react';

export type Meaning = 'plain' | 'accent' | 'added' | 'removed' | 'asks' | 'refused' | 'stale' | 'verified';

/** A word with a colour; the word alone has to be enough. */
export function Badge(props: { readonly meaning?: Meaning; readonly children: ReactNode }): JSX.Element {
  return (
    <span className="badge" data-meaning={props.meaning ?? 'plain'}>
      {props.children}
    </span>
  );
}
