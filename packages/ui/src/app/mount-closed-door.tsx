import type { RookError } from '@rook/contract';
import { rook } from '@rook/contract/brand';
import { DoorClosed } from 'lucide-react';
import { createRoot } from 'react-dom/client';

import { Button } from '../design/button.tsx';
import { Empty } from '../design/empty.tsx';
import type { Host } from './host.ts';
import { createThemeStore } from './theme.ts';

/** Says why a page was not let in, and how to get in. */
export function mountClosedDoor(element: HTMLElement, error: RookError, host: Host): void {
  createThemeStore(element.ownerDocument.documentElement, host.storage);
  createRoot(element).render(
    <main className="closed-door">
      <Empty
        icon={DoorClosed}
        title="This page was not let in"
        isPage
        text={
          <>
            {error.message} Run <code>{rook.binary}</code> in a terminal, in the folder of your work: it opens
            a page that is let in, and so does <em>Open in another tab</em> in a page that is. Nothing was
            read or changed.
          </>
        }
      >
        <Button onClick={() => location.reload()}>Try again</Button>
      </Empty>
    </main>,
  );
}
