import type { JSX } from 'react';

import { splitPath } from './words.ts';

export function PathName({ path }: { readonly path: string }): JSX.Element {
  const { name, folder } = splitPath(path);
  return (
    <span className="path-name truncate" title={path}>
      {name}
      {folder === '' ? null : <span className="quiet">{folder}</span>}
    </span>
  );
}

export function LineCounts({
  added,
  removed,
}: {
  readonly added: number;
  readonly removed: number;
}): JSX.Element {
  return (
    <span className="line-counts numbers">
      <span data-meaning="added">{`+${added}`}</span> <span data-meaning="removed">{`−${removed}`}</span>
    </span>
  );
}
