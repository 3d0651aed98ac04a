import { Plug } from 'lucide-react';
import type { JSX } from 'react';

import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import { useScope } from './scope.tsx';
import { useStore } from './value-store.ts';

/** No model can answer yet: says why and what to do. */
export function FirstRun(): JSX.Element {
  const { about } = useScope();
  const known = useStore(about);
  const missing = known?.ok === true ? known.value.missing : undefined;
  return (
    <Empty
      icon={Plug}
      title="No model is connected"
      text={
        missing ?? 'Add a connection in a terminal with `rook connection add`. Everything else works already.'
      }
    >
      <Button onClick={() => void about.refresh()}>Look again</Button>
    </Empty>
  );
}
