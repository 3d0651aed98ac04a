import type { JSX, ReactNode } from 'react';

import { Button } from '../design/button.tsx';
import { useKeptText } from '../markdown/kept-blobs.tsx';
import type { LongText } from '../state/conversation.ts';

interface LongTextProps {
  readonly long: LongText;
  readonly children: (text: string) => ReactNode;
  /** What is shown of it, and what a press of the button does; left out: the beginning, and the rest. */
  readonly words?: { readonly shown: string; readonly more: string } | undefined;
}

/** Text whose rest lies elsewhere says so, and fetches it when somebody wants it. */
export function LongTextView({ long, children, words }: LongTextProps): JSX.Element {
  const { kept, load } = useKeptText(long.cut?.hash ?? null);
  if (long.cut === null) return <>{children(long.text)}</>;
  if (kept.state === 'there') return <>{children(kept.text)}</>;
  return (
    <>
      {children(long.text)}
      <p className="cut-note">
        {kept.state === 'missing' ? (
          kept.sentence
        ) : (
          <>
            {words?.shown ?? `Only the beginning is shown (${long.cut.bytes.toLocaleString('en-US')} bytes).`}{' '}
            <Button look="quiet" onClick={load} isDisabled={kept.state === 'loading'}>
              {words?.more ?? 'Load the rest'}
            </Button>
          </>
        )}
      </p>
    </>
  );
}
