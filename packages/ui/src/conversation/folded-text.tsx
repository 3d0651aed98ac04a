import { useState, type JSX } from 'react';

import { Button } from '../design/button.tsx';
import { findFold } from './fold-text.ts';

interface FoldedProps {
  readonly text: string;
  readonly className?: string;
}

/** Plain words; of very many only the beginning is drawn until somebody wants all. */
export function FoldedText({ text, className }: FoldedProps): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const fold = findFold(text);
  return (
    <>
      <p className={className}>{fold === null || isWhole ? text : `${text.slice(0, fold)}…`}</p>
      {fold === null ? null : (
        <p className="cut-note">
          <Button look="quiet" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : `Show all ${text.length.toLocaleString('en-US')} characters`}
          </Button>
        </p>
      )}
    </>
  );
}
