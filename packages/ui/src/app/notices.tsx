import type { JSX } from 'react';

import { Banner } from '../design/banner.tsx';
import { Button } from '../design/button.tsx';
import { useScope } from './scope.tsx';
import { useChosen, useStore } from './value-store.ts';

const OFFLINE = 'The server is gone. What you see is kept and read-only; it reconnects by itself.';

/** What is true of the whole page, above everything else. */
export function Notices(): JSX.Element {
  const { sessions, about } = useScope();
  const isLinkUp = useChosen(sessions, (state) => state.isLinkUp);
  const known = useStore(about);
  return (
    <div className="shell-notices">
      {isLinkUp ? null : <Banner meaning="asks" text={OFFLINE} />}
      {known !== null && !known.ok && isLinkUp ? (
        <Banner meaning="removed" text={known.error.message}>
          <Button onClick={() => void about.refresh()}>Try again</Button>
        </Banner>
      ) : null}
      {(known?.ok === true ? known.value.problems : []).map((problem) => (
        <Banner key={problem} meaning="asks" text={problem} />
      ))}
    </div>
  );
}
