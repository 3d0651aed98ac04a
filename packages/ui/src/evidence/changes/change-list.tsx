import type { ChangeSetView } from '@rook/contract';
import { useState, type JSX } from 'react';

import { Button } from '../../design/button.tsx';
import { ChangeRow } from './change-row.tsx';
import { findCurrent } from './describe-change.ts';

const SHOWN = 50;

/** Long histories show their newest part until somebody wants more. */
export function ChangeList({ sets }: { readonly sets: readonly ChangeSetView[] }): JSX.Element {
  const [most, setMost] = useState(SHOWN);
  const current = findCurrent(sets);
  return (
    <>
      <ol className="change-list" aria-label="Change sets, the newest first">
        {sets.slice(0, most).map((set) => (
          <ChangeRow key={`${set.session} ${set.id}`} set={set} isCurrent={set === current} />
        ))}
      </ol>
      {sets.length > most ? (
        <p className="evidence-note">
          <Button look="quiet" onClick={() => setMost(most + SHOWN)}>
            {`Show ${Math.min(SHOWN, sets.length - most)} more of ${sets.length - most}`}
          </Button>
        </p>
      ) : null}
    </>
  );
}
